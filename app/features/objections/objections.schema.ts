import { z } from "zod";
import { nameSchema } from "#app/features/accounts/accounts.schema.ts";
import { multilineText } from "#app/features/cases/cases.schema.ts";
import { contactEmail } from "#app/features/contact/contact.schema.ts";
import { honeypotField } from "#app/features/contact/contact.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { optionalText } from "#app/features/text.schema.ts";
import { objectionDemands, objectionParties } from "#db/schema/index.ts";
import { maxObjectionLengths, objectionMessages } from "./objection.ts";

const { target, explanation, message } = maxObjectionLengths;

export const objectionSchema = z.object({
  target: multilineText({
    missing: "対象のリンクを入力してください",
    max: target,
    tooLong: `対象のリンクは${target}文字以内で入力してください`,
  }),
  party: z.enum(objectionParties, { error: "あなたの立場を選択してください" }),
  demand: z.enum(objectionDemands, { error: "求めることを選択してください" }),
  explanation: multilineText({
    missing: "理由を入力してください",
    max: explanation,
    tooLong: `理由は${explanation.toLocaleString("ja-JP")}文字以内で入力してください`,
  }),
  name: nameSchema,
  email: contactEmail,
  [honeypotField]: z.string().optional(),
});

export type Objection = z.output<typeof objectionSchema>;

const count = rowId();

/** `id`: of a case; `track` or `playlist`: of what was taken down without one. */
export const appealSchema = z
  .object({
    id: count.optional(),
    track: count.optional(),
    playlist: count.optional(),
    message: multilineText({
      missing: "理由を入力してください",
      max: message,
      tooLong: `理由は${message.toLocaleString("ja-JP")}文字以内で入力してください`,
    }),
  })
  .refine(({ id, track, playlist }) => [id, track, playlist].filter(Boolean).length === 1, {
    error: objectionMessages.missing,
  });

/** Empty where files are sent alone (`addObjectorMessage`). */
export const objectorMessageSchema = z.object({
  message: optionalText(message, `メッセージは${message.toLocaleString("ja-JP")}文字以内で入力してください`),
});
