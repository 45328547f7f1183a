import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Invalid } from "#app/features/domain-error.ts";
import { validate } from "#app/features/validate.ts";
import { db } from "#db/client.ts";
import { dailyUsage } from "#db/schema/index.ts";
import { allTicked, submit, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { generateScriptSchema, startPreviewSchema } from "../creation.schema.ts";
import { agreements, tooShortText, unspeakableText } from "../creation.ts";

withDatabase();

const refusals: [fields: Record<string, unknown>, field: string, message: string][] = [
  [{ intent: "generate-script", inputText: " \n " }, "inputText", "テキストを入力してください"],
  [
    { intent: "generate-script", inputText: "あ".repeat(2001) },
    "inputText",
    "テキストは2,000文字以内で入力してください",
  ],
  [{ intent: "generate-script", inputText: "短い。" }, "inputText", tooShortText],
  [
    { intent: "generate-script", inputText: "夜の話です。", speakingRate: "3" },
    "speakingRate",
    "読み上げ速度は0.5〜2.0で指定してください",
  ],
  [{ intent: "publish", previewFilename: "x", title: "題" }, "agreedToTerms", "利用規約への同意が必要です"],
  ...agreements.map((_, missing): (typeof refusals)[number] => [
    {
      intent: "publish",
      previewFilename: "x",
      title: "題",
      agreedToTerms: allTicked.map((tick, point) => (point === missing ? undefined : tick)),
    },
    "agreedToTerms",
    "利用規約への同意が必要です",
  ]),
  [
    { intent: "publish", previewFilename: "x", title: " ", agreedToTerms: allTicked },
    "title",
    "タイトルが必要です",
  ],
  [
    { intent: "publish", previewFilename: "", title: "題", agreedToTerms: allTicked },
    "previewFilename",
    "プレビューファイルが必要です",
  ],
  ...["x", "-1", "1.5", undefined].map((line): (typeof refusals)[number] => [
    { intent: "respeak-line", taskId: "x", version: "0", line, text: "夜です。" },
    "line",
    "行を指定してください",
  ]),
  [
    { intent: "undo-line", taskId: "x", version: "two" },
    "version",
    "ページを読み直して、もう一度お試しください",
  ],
  [{ intent: "dance" }, "intent", "この操作はできません"],
  [{}, "intent", "この操作はできません"],
];

test.each(refusals)("%j is refused at %s", async (fields, field, message) => {
  const viewer = await addMember();
  const refusal = await submit(viewer, fields).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Invalid);
  expect(refusal).toMatchObject({ fields: { [field]: [message] } });
});

test.each([
  [{ form: 3 }, "form", "形式が正しくありません"],
  [{ length: "long" }, "length", "長さが正しくありません"],
  [{ hasGreetings: "yes" }, "hasGreetings", "あいさつの有無が正しくありません"],
])("a call with %j is refused at %s", (choices, field, message) => {
  const call = () => validate(generateScriptSchema, { inputText: "夜の話です。", ...choices });
  expect(call).toThrow(expect.objectContaining({ fields: { [field]: [message] } }));
});

test.each([
  [{ voices: [1] }, "voices", "声が正しくありません"],
  [{ voices: { A: "mei" } }, "voices.B", "声が正しくありません"],
  [{ speakerNames: "みずき" }, "speakerNames", "話し手の名前が正しくありません"],
  [{ speakerNames: { A: 3 } }, "speakerNames.A", "話し手の名前が正しくありません"],
])("audio asked for with %j is refused at %s", (choices, field, message) => {
  const call = () => validate(startPreviewSchema, { script: written.script, ...choices });
  expect(call).toThrow(expect.objectContaining({ fields: { [field]: [message] } }));
});

test.each(["🎉🎉", "。", "…！？", "สวัสดีครับ วันนี้อากาศดีมาก 2024"])(
  "%s, which no voice can speak, is refused before anything is used up",
  async (inputText) => {
    const viewer = await addMember();
    await expect(submit(viewer, { intent: "generate-script", inputText })).rejects.toMatchObject({
      fields: { inputText: [unspeakableText] },
    });
    expect(() => validate(startPreviewSchema, { script: `A: ${inputText}` })).toThrow();
    expect(await db.select().from(dailyUsage).where(eq(dailyUsage.userId, viewer.id))).toEqual([]);
  },
);

test("a length that the engine can't write is refused", async () => {
  const viewer = await addMember();
  const refused = submit(viewer, { intent: "generate-script", inputText: "夜の本文", length: "short" });
  await expect(refused).rejects.toMatchObject({ fields: { length: [expect.stringContaining("短め")] } });
});
