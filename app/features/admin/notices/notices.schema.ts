import { z } from "zod";
import {
  maxAnnouncementLength,
  maxMaintenanceNoteLength,
} from "#app/features/announcements/announcements.ts";
import { multilineText } from "#app/features/cases/cases.schema.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { optionalText } from "#app/features/text.schema.ts";
import { maxAnnouncementEmailLength, maxAnnouncementSubjectLength } from "./notices.ts";

/** Asia/Tokyo, as `datetime-local` posts it; null for an empty field. */
const moment = z
  .string()
  .default("")
  .transform((text, context) => {
    if (text === "") return null;
    const at = new Date(`${text}:00+09:00`);
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(at.getTime())) return at;
    context.addIssue({ code: "custom", message: "日時を選んでください" });
    return z.NEVER;
  });

const tooLong = (max: number) => `${max.toLocaleString("ja-JP")}文字以内で入力してください`;

const id = rowId();

const email = {
  subject: multilineText({
    missing: "件名を入力してください",
    max: maxAnnouncementSubjectLength,
    tooLong: tooLong(maxAnnouncementSubjectLength),
  }),
  text: multilineText({
    missing: "本文を入力してください",
    max: maxAnnouncementEmailLength,
    tooLong: tooLong(maxAnnouncementEmailLength),
  }),
};

export const noticesForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("announce"),
    text: multilineText({
      missing: "お知らせを入力してください",
      max: maxAnnouncementLength,
      tooLong: tooLong(maxAnnouncementLength),
    }),
    startsAt: moment,
    endsAt: moment,
    notifies: z.literal("on").optional(),
  }),
  z.object({ intent: z.literal("end"), id }),
  z.object({ intent: z.literal("notify"), id }),
  z.object({ intent: z.literal("preview-letter"), id, ...email }),
  z.object({ intent: z.literal("send-letter"), id, ...email }),
  z.object({ intent: z.literal("cancel-run"), runId: id }),
  z.object({
    intent: z.literal("start-maintenance"),
    until: moment,
    note: optionalText(maxMaintenanceNoteLength, tooLong(maxMaintenanceNoteLength)),
  }),
  z.object({ intent: z.literal("end-maintenance") }),
]);
