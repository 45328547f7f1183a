import { z } from "zod";
import { multilineText, noteText, optionalNote } from "#app/features/cases/cases.schema.ts";
import { maxReplyLength } from "#app/features/cases/cases.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { moderationForms } from "../moderation/moderation.schema.ts";
import { selectedIds } from "../parts/selected-ids.schema.ts";

const id = rowId();

/** Time in ms. */
const moment = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform((text) => new Date(Number(text)));

/**
 * The ticked ones, or all that match the list and were there when the page was loaded. A message's id and the version that the
 * page showed, or a track's id and the time (ms) of the latest report that it showed: 「12.3」.
 */
const many = {
  ids: selectedIds(z.string().regex(/^[1-9]\d{0,8}\.\d{1,14}$/)).optional(),
  seenAt: moment.default(new Date(0)),
};
const all = z.literal("on").optional();

function toBulk<Intent extends string>(
  form: { intent: Intent; ids?: string[] | undefined; seenAt: Date },
  isAll: "on" | undefined,
  reason: string | null,
) {
  const { intent, ids = [], seenAt } = form;
  return { intent, ids, seenAt, isAll: isAll === "on", reason };
}

/** 「member:…」 or 「playlist:…」. */
const reportedSubject = z
  .string()
  .regex(/^(member:.{1,100}|playlist:[1-9]\d{0,8})$/)
  .transform((text) => {
    const id = text.slice(text.indexOf(":") + 1);
    return text.startsWith("member:") ? { memberId: id } : { playlistId: Number(id) };
  });

const emailId = z.string().min(1).max(100);

/** Empty: the author is told nothing. */
const reason = optionalNote;

export const inquiryForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("message-reply"),
    id,
    seen: id,
    text: multilineText({
      missing: "お返事を入力してください",
      max: maxReplyLength,
      tooLong: `お返事は${maxReplyLength.toLocaleString("ja-JP")}文字以内で入力してください`,
    }),
  }),
  z.object({ intent: z.literal("message-handle"), id, seen: id }),
  z.object({ intent: z.literal("message-reopen"), id, seen: id }),
  z.object({ intent: z.literal("message-note"), id, note: noteText }),
  z
    .object({ intent: z.literal("messages-handle"), ...many, "handle-all": all })
    .transform(({ "handle-all": isAll, ...form }) => toBulk(form, isAll, null)),
  z.object({
    intent: z.literal("message-search"),
    email: z.string().trim().min(1, "メールアドレスを入力してください").max(254),
  }),
  z.object({
    intent: z.literal("report-close"),
    trackId: id,
    seenAt: moment,
    outcome: z.enum(["none", "withheld", "denied"]),
    note: optionalNote,
  }),
  z.object({ intent: z.literal("report-take-down"), trackId: id, seenAt: moment, reason }),
  z.object({ intent: z.literal("report-reopen"), trackId: id }),
  z.object({ intent: z.literal("report-note"), trackId: id, note: noteText }),
  z
    .object({ intent: z.literal("reports-close"), ...many, "close-all": all })
    .transform(({ "close-all": isAll, ...form }) => toBulk(form, isAll, null)),
  z
    .object({ intent: z.literal("reports-take-down"), ...many, "take-down-all": all, reason })
    .transform(({ "take-down-all": isAll, reason: text, ...form }) => toBulk(form, isAll, text || null)),
  z.object({ intent: z.literal("cancel-run"), runId: id }),
  z.object({
    intent: z.literal("subject-close"),
    subject: reportedSubject,
    seenAt: moment,
    outcome: z.enum(["none", "withheld", "denied"]),
    note: optionalNote,
  }),
  z.object({ intent: z.literal("subject-reopen"), subject: reportedSubject }),
  z.object({ intent: z.literal("subject-note"), subject: reportedSubject, note: noteText }),
  ...moderationForms,
  z.object({ intent: z.literal("email-retry"), id: emailId }),
  z.object({ intent: z.literal("email-drop"), id: emailId }),
  z.object({ intent: z.literal("emails-retry"), ids: selectedIds(emailId) }),
  z
    .object({ intent: z.literal("emails-drop"), ids: selectedIds(emailId).optional(), "drop-all": all })
    .transform(({ "drop-all": isAll, ids = [], intent }) => ({
      intent,
      ids: isAll ? ("all" as const) : ids,
    })),
  z.object({ intent: z.literal("emails-retry-all") }),
]);

export type InquiryForm = z.output<typeof inquiryForm>;

/** Apart from the others: it destroys. */
export const deleteReportedTrackForm = z.object({
  intent: z.literal("report-delete"),
  trackId: id,
  reason,
});
