import type { Actor } from "#app/features/audit/actor.ts";
import {
  addContactNote,
  handleContactMessage,
  reopenContactMessage,
  replyToContactMessage,
} from "#app/features/contact/contact-message-verbs.server.ts";
import { findOpenContactMessages } from "#app/features/contact/contact-messages.server.ts";
import { dropFailedEmails, retryFailedEmails } from "#app/features/mail/failed-emails.server.ts";
import { listReportedTracks } from "#app/features/reports/report-cases.server.ts";
import {
  addReportNote,
  handleReports,
  reopenReports,
  takeDownReportedTrack,
} from "#app/features/reports/report-verbs.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { itemsAtOnce, maxItemsPerRun } from "../bulk/bulk-run.ts";
import { cancelBulkRun, startBulkRun } from "../bulk/bulk-run-verbs.server.ts";
import { pairItem } from "../bulk/change-item.server.ts";
import { continueBulkRun } from "../bulk/continue-bulk-run.server.ts";
import { isModerationForm } from "../moderation/moderation.schema.ts";
import { runModerationForm } from "../moderation/run-moderation-form.server.ts";
import type { InquiryForm } from "./inquiries.schema.ts";
import type { InquiryFilter } from "./inquiries.ts";

/** `filter`: the list of 「条件に合うすべて」. Null where the page shows the started run. Throws what the verbs throw. */
export async function runInquiryForm(
  form: Exclude<InquiryForm, { intent: "message-search" }>,
  actor: Actor,
  filter: InquiryFilter,
): Promise<FlashKey | null> {
  if (isModerationForm(form)) return runModerationForm(form, actor);
  switch (form.intent) {
    case "message-reply":
      await replyToContactMessage({ id: form.id, seenVersion: form.seen, text: form.text, actor });
      return "message-replied";
    case "message-handle":
      await handleContactMessage({ id: form.id, seenVersion: form.seen, actor });
      return "inquiry-handled";
    case "message-reopen":
      await reopenContactMessage({ id: form.id, seenVersion: form.seen, actor });
      return "inquiry-reopened";
    case "message-note":
      await addContactNote({ id: form.id, text: form.note, actor });
      return "note-added";
    case "messages-handle":
      return startRun({
        ...form,
        action: "handle-messages",
        actor,
        findAll: () => findMessages(form, filter),
      });
    case "report-close":
      await handleReports({ ...form, actor });
      return "inquiry-handled";
    case "report-take-down":
      await takeDownReportedTrack({ ...form, reason: form.reason || null, actor });
      return "report-taken-down";
    case "report-reopen":
      await reopenReports({ trackId: form.trackId, actor });
      return "inquiry-reopened";
    case "report-note":
      await addReportNote({ trackId: form.trackId, text: form.note, actor });
      return "note-added";
    case "reports-close":
      return startRun({ ...form, action: "close-reports", actor, findAll: () => findReports(form, filter) });
    case "reports-take-down":
      return startRun({
        ...form,
        action: "take-down-reported",
        actor,
        findAll: () => findReports(form, filter),
      });
    case "cancel-run":
      await cancelBulkRun({ actor, runId: form.runId });
      return "admin-bulk-cancelled";
    case "subject-close":
      await handleReports({ ...form.subject, ...form, actor });
      return "inquiry-handled";
    case "subject-reopen":
      await reopenReports({ ...form.subject, actor });
      return "inquiry-reopened";
    case "subject-note":
      await addReportNote({ ...form.subject, text: form.note, actor });
      return "note-added";
    case "email-retry":
      return emailMessage(await retryFailedEmails({ ids: [form.id], actor }), 1, "emails-retried");
    case "emails-retry":
      return emailMessage(
        await retryFailedEmails({ ids: form.ids, actor }),
        form.ids.length,
        "emails-retried",
      );
    case "emails-retry-all":
      await retryFailedEmails({ ids: "all", actor });
      return "emails-retried";
    case "email-drop":
      return emailMessage(await dropFailedEmails({ ids: [form.id], actor }), 1, "emails-dropped");
    case "emails-drop":
      return emailMessage(
        await dropFailedEmails({ ids: form.ids, actor }),
        form.ids === "all" ? null : form.ids.length,
        "emails-dropped",
      );
  }
}

async function startRun(options: {
  actor: Actor;
  action: "handle-messages" | "close-reports" | "take-down-reported";
  ids: readonly string[];
  isAll: boolean;
  findAll: () => Promise<string[]>;
  reason: string | null;
}): Promise<null> {
  const { actor, action, ids, isAll, findAll, reason } = options;
  const runId = await startBulkRun({ actor, action, items: isAll ? await findAll() : ids, reason });
  await continueBulkRun({ runId, maxSteps: itemsAtOnce });
  return null;
}

/** Open ones of the list, without those that came after the page. */
async function findMessages({ seenAt }: { seenAt: Date }, { user }: InquiryFilter): Promise<string[]> {
  const found = await findOpenContactMessages({ userId: user, until: seenAt, limit: maxItemsPerRun });
  return found.map(({ id, version }) => pairItem(id, version));
}

/** Reports that came after the page stay open. */
async function findReports({ seenAt }: { seenAt: Date }, filter: InquiryFilter): Promise<string[]> {
  const { track: trackId, author: posterId, reporter: reporterId } = filter;
  const limit = maxItemsPerRun;
  const { ids } = await listReportedTracks({
    state: "open",
    trackId,
    posterId,
    reporterId,
    offset: 0,
    limit,
  });
  return ids.map((id) => pairItem(id, seenAt.getTime()));
}

/** `asked`: null for all. */
const emailMessage = (changed: number, asked: number | null, key: FlashKey): FlashKey =>
  asked === null || changed === asked ? key : "emails-partly-changed";
