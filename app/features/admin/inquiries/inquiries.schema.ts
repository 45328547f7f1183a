import { z } from "zod";
import { multilineText, noteText } from "#app/features/cases/cases.schema.ts";
import { maxNoteLength, maxReplyLength } from "#app/features/cases/cases.ts";
import { optionalText } from "#app/features/text.schema.ts";
import { selectedIds } from "../parts/selected-ids.schema.ts";

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((value) => value < 2 ** 31);

/** Time in ms. */
const moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => new Date(Number(text)));

/** A message's id and the version that the page has seen, as one checkbox: 「12.3」. */
const seenMessage = z
  .string()
  .regex(/^[1-9]\d{0,8}\.[1-9]\d{0,8}$/)
  .transform((text) => {
    const [messageId = 0, seenVersion = 0] = text.split(".").map(Number);
    return { id: messageId, seenVersion };
  });

/** A track's id and the time (ms) of the latest report that the page has seen. */
const seenTrack = z
  .string()
  .regex(/^[1-9]\d{0,8}\.\d{1,15}$/)
  .transform((text) => {
    const [trackId = 0, seenAt = 0] = text.split(".").map(Number);
    return { trackId, seenAt: new Date(seenAt) };
  });

const emailId = z.string().min(1).max(100);

const noteOrNone = optionalText(
  maxNoteLength,
  `${maxNoteLength.toLocaleString("ja-JP")}文字以内で入力してください`,
);

/** What an author reads; empty: they are told nothing. */
const reason = noteOrNone;

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
  z.object({ intent: z.literal("messages-handle"), ids: selectedIds(seenMessage) }),
  z.object({
    intent: z.literal("message-search"),
    email: z.string().trim().min(1, "メールアドレスを入力してください").max(254),
  }),
  z.object({
    intent: z.literal("report-close"),
    trackId: id,
    seenAt: moment,
    outcome: z.enum(["none", "withheld", "denied"]),
    note: noteOrNone,
  }),
  z.object({ intent: z.literal("report-take-down"), trackId: id, seenAt: moment, reason }),
  z.object({ intent: z.literal("report-reopen"), trackId: id }),
  z.object({ intent: z.literal("report-note"), trackId: id, note: noteText }),
  z.object({ intent: z.literal("reports-close"), ids: selectedIds(seenTrack) }),
  z.object({ intent: z.literal("reports-take-down"), ids: selectedIds(seenTrack), reason }),
  z.object({ intent: z.literal("email-retry"), id: emailId }),
  z.object({ intent: z.literal("email-drop"), id: emailId }),
  z.object({ intent: z.literal("emails-retry"), ids: selectedIds(emailId) }),
  z.object({ intent: z.literal("emails-drop"), ids: selectedIds(emailId) }),
  z.object({ intent: z.literal("emails-retry-all") }),
]);

export type InquiryForm = z.output<typeof inquiryForm>;

/** The form that destroys. */
export const deleteReportedTrackForm = z.object({
  intent: z.literal("report-delete"),
  trackId: id,
  reason,
});
