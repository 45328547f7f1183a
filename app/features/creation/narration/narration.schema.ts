import { z } from "zod";
import { textKinds } from "#app/engines/script/text-kind.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { measuredText } from "#app/features/text.schema.ts";
import { countCodePoints } from "#app/lib/characters.ts";
import { maxSpeakerNameLength, scriptForms, scriptLengths, textKindNames } from "./narration.ts";

const idsOf = <Id extends string>(choices: readonly { id: Id }[]) => choices.map(({ id }) => id);

const speakerNameTooLong = `話し手の名前は${maxSpeakerNameLength}文字以内で入力してください`;
const speakerName = measuredText({
  error: "話し手の名前が正しくありません",
  max: maxSpeakerNameLength,
  tooLong: speakerNameTooLong,
})
  .transform(normalizeName)
  .refine((name) => countCodePoints(name) <= maxSpeakerNameLength, speakerNameTooLong)
  .transform((name) => name || undefined);

const voiceId = z.string({ error: "声が正しくありません" }).min(1, "声が正しくありません").max(100);

const fields = {
  form: z
    .enum(idsOf(scriptForms), { error: "形式が正しくありません" })
    .describe(
      "dialogueは対話、explainerは解説、interviewはインタビュー、readingは朗読（ひとり）、pointsは要点、questionsは一問一答（文章に問いと答えが2つ以上あるとき）、debateは討論（文章に賛成と反対の両方があるとき）、plainはやさしく（台本を書くエンジンが言いかえられるとき）",
    ),
  length: z
    .enum(idsOf(scriptLengths), { error: "長さが正しくありません" })
    .describe("shortは短め。台本を書くエンジンが短くできるときだけ選べます"),
  hasGreetings: z
    .boolean({ error: "あいさつの有無が正しくありません" })
    .describe("はじめと終わりのあいさつを入れるかどうか"),
  textKind: z
    .enum(textKinds, { error: "文章の種類が正しくありません" })
    .nullable()
    .describe(
      `文章の種類。あいさつや相づちの調子が変わります。nullなら、文章から選びます。${textKinds.map((kind) => `${kind}は${textKindNames[kind]}`).join("、")}`,
    ),
  voices: z
    .object({ A: voiceId, B: voiceId }, { error: "声が正しくありません" })
    .describe("声のid。GET /api/voices の一覧から選びます"),
  speakerNames: z
    .object(
      { A: speakerName.optional(), B: speakerName.optional() },
      { error: "話し手の名前が正しくありません" },
    )
    .describe(`話し手の名前。${maxSpeakerNameLength}文字まで。ないときは「A」「B」と表示されます`),
};

export const scriptChoices = {
  form: fields.form.optional(),
  length: fields.length.optional(),
  hasGreetings: fields.hasGreetings.optional(),
  textKind: fields.textKind.optional(),
};

export const textKindReply = fields.textKind.describe("文章の種類。わからないときはnull");

/** `auto` lets it be found. */
const postedTextKind = z
  .enum(["auto", ...textKinds], { error: "文章の種類が正しくありません" })
  .transform((kind) => (kind === "auto" ? null : kind));

export const voiceChoices = {
  voices: fields.voices.optional(),
  speakerNames: fields.speakerNames.optional(),
};

export const scriptChoicesOfForm = {
  form: fields.form.optional(),
  length: fields.length.optional(),
  hasGreetings: z
    .enum(["yes", "no"], { error: "あいさつの有無が正しくありません" })
    .transform((choice) => choice === "yes")
    .optional(),
  textKind: postedTextKind.optional(),
};

/** How a text is told, in replies and the export. */
export const narrationReply = z
  .object({
    form: fields.form,
    length: fields.length,
    hasGreetings: fields.hasGreetings,
    voices: z.object({ A: z.string(), B: z.string() }).nullable().describe("声のid。nullならはじめからの声"),
    speakerNames: z.object({ A: z.string().optional(), B: z.string().optional() }),
    textKind: fields.textKind,
  })
  .meta({ id: "Presentation", description: "話し方です。" });

export const voicesReply = z
  .object({
    voices: z.array(
      z.object({ id: z.string(), name: z.string(), samplePath: z.string().describe("見本の音声のアドレス") }),
    ),
    defaultVoices: z.object({ A: z.string(), B: z.string() }).nullable(),
  })
  .meta({ id: "Voices", description: "選べる声です。" });
