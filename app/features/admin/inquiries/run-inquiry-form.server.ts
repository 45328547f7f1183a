import type { Actor } from "#app/features/audit/actor.ts";
import {
  addContactNote,
  handleContactMessage,
  reopenContactMessage,
  replyToContactMessage,
} from "#app/features/contact/contact-message-verbs.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { dropFailedEmails, retryFailedEmails } from "#app/features/mail/failed-emails.server.ts";
import {
  addReportNote,
  handleReports,
  reopenReports,
  takeDownReportedTrack,
} from "#app/features/reports/report-verbs.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { InquiryForm } from "./inquiries.schema.ts";

/**
 * Does what a form of the page is for, except the search. Returns the key of the message to show. Throws the errors of the
 * verbs; of several selected ones those that somebody else has changed meanwhile are left out, and the message says so.
 */
export async function runInquiryForm(
  form: Exclude<InquiryForm, { intent: "message-search" }>,
  actor: Actor,
): Promise<FlashKey> {
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
      return forEach(form.ids, async (message) => handleContactMessage({ ...message, actor }));
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
      return forEach(form.ids, (track) => handleReports({ ...track, outcome: "none", actor }));
    case "reports-take-down":
      return forEach(form.ids, (track) =>
        takeDownReportedTrack({ ...track, reason: form.reason || null, actor }),
      );
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
        form.ids.length,
        "emails-dropped",
      );
  }
}

/** Each in a transaction of its own. */
async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<FlashKey> {
  let changed = 0;
  for (const item of items) {
    try {
      if ((await act(item)) !== false) changed++;
    } catch (error) {
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    }
  }
  return changed === items.length ? "inquiries-handled" : "inquiries-partly-handled";
}

const emailMessage = (changed: number, asked: number, key: FlashKey): FlashKey =>
  changed === asked ? key : "emails-partly-changed";
