import { z } from "zod";
import { noteText } from "#app/features/cases/cases.schema.ts";
import { maxNoteLength, maxReplyLength } from "#app/features/cases/cases.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { optionalText } from "#app/features/text.schema.ts";

const count = rowId();

export const objectionForm = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("decide"),
      id: count,
      seen: count,
      act: z.enum(["answer", "take-down", "restore", "rejected", "settled"], {
        error: "することを選択してください",
      }),
      text: optionalText(
        maxReplyLength,
        `お返事は${maxReplyLength.toLocaleString("ja-JP")}文字以内で入力してください`,
      ),
      reason: optionalText(
        maxNoteLength,
        `理由は${maxNoteLength.toLocaleString("ja-JP")}文字以内で入力してください`,
      ),
    })
    // A question to the author alone is an answer too.
    .refine(({ act, text, reason }) => text !== "" || (act === "answer" && reason !== ""), {
      path: ["text"],
      error: "お返事を入力してください",
    })
    .refine(({ act, reason }) => act !== "take-down" || reason !== "", {
      path: ["reason"],
      error: "投稿した会員に伝える理由を入力してください",
    }),
  z.object({ intent: z.literal("reopen"), id: count, seen: count }),
  z.object({ intent: z.literal("note"), id: count, note: noteText }),
]);

export type ObjectionForm = z.output<typeof objectionForm>;
