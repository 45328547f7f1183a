import { z } from "zod";
import { multilineText } from "#app/features/cases/cases.schema.ts";
import { maxReplyLength } from "#app/features/cases/cases.ts";
import { maxTemplateTitleLength } from "#app/features/contact/reply-templates.ts";
import { rowId } from "#app/features/row-id.schema.ts";

const id = rowId();

export const repliesForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    id: z.union([z.literal("").transform(() => null), id]).default(null),
    title: multilineText({
      missing: "題名を入力してください",
      max: maxTemplateTitleLength,
      tooLong: `題名は${maxTemplateTitleLength}文字以内で入力してください`,
    }),
    text: multilineText({
      missing: "本文を入力してください",
      max: maxReplyLength,
      tooLong: `本文は${maxReplyLength.toLocaleString("ja-JP")}文字以内で入力してください`,
    }),
  }),
  z.object({ intent: z.literal("delete"), id }),
]);
