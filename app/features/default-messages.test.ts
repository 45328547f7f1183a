import { expect, test } from "vitest";
import { z } from "zod";
import { defaultMessage } from "./default-messages.ts";

z.config({ localeError: defaultMessage });

const text = z.string();
test.each<[message: string, schema: z.ZodType, value: unknown]>([
  ["入力してください", text, undefined],
  ["指定してください", z.boolean(), undefined],
  ["文字列を指定してください", text, 5],
  ["数を指定してください", z.number(), "5"],
  ["数を指定してください", z.coerce.number(), "五"],
  ["整数を指定してください", z.int(), 0.5],
  ["trueかfalseを指定してください", z.boolean(), "on"],
  ["配列を指定してください", z.array(text), "夜"],
  ["オブジェクトを指定してください", z.object({}), []],
  ["正しい値を指定してください", z.map(text, text), 5],
  ["onを指定してください", z.literal("on"), "off"],
  ["次のどれかを指定してください（approved、denied）", z.enum(["approved", "denied"]), "pending"],
  ["3文字以内で入力してください", text.max(3), "夜の音声"],
  ["2,000文字以内で入力してください", text.max(2000), "夜".repeat(2001)],
  ["入力してください", text.min(1), ""],
  ["3文字以上で入力してください", text.min(3), "夜"],
  ["2件まで指定できます", z.array(text).max(2), ["夜", "朝", "昼"]],
  ["1件以上を指定してください", z.array(text).min(1), []],
  ["100以下の数を指定してください", z.number().max(100), 101],
  ["1以上の数を指定してください", z.number().min(1), 0],
  ["1より小さい数を指定してください", z.number().lt(1), 1],
  ["0より大きい数を指定してください", z.number().positive(), 0],
  ["15の倍数を指定してください", z.number().multipleOf(15), 7],
  ["日時の形を確認してください", z.iso.datetime(), "2020-01-01"],
  ["日付の形を確認してください", z.iso.date(), "きのう"],
  ["入力の形を確認してください", text.regex(/^\d+$/), "夜"],
  ["使えない項目があります（夜、朝）", z.strictObject({}), { 夜: 1, 朝: 2 }],
  ["入力内容を確認してください", z.union([text, z.boolean()]), 5],
])("%s", (message, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
