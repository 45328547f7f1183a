import { z } from "zod";
import { multilineText } from "#app/features/cases/cases.schema.ts";
import { maxBodyLength, maxHeadingLength, maxSubjectLength } from "#app/features/mail/email-text.ts";

const text = (name: string, max: number) =>
  multilineText({
    missing: `${name}を入力してください`,
    max,
    tooLong: `${name}は${max.toLocaleString("ja-JP")}文字以内で入力してください`,
  });

const fields = {
  template: z.string().max(60),
  /** The version that the operator has seen. */
  base: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
};

const texts = {
  subject: text("件名", maxSubjectLength),
  heading: text("見出し", maxHeadingLength),
  body: text("本文", maxBodyLength),
};

export const emailTextsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("preview"), ...fields, ...texts }),
  z.object({ intent: z.literal("save"), ...fields, ...texts }),
  /** 0: the program's own text. */
  z.object({ intent: z.literal("restore"), ...fields, version: fields.base }),
]);
