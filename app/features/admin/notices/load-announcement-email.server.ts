import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { type EmailPreview, previewEmail } from "#app/features/mail/email-preview.ts";
import { renderEmail } from "#app/features/mail/email-texts.server.ts";
import { templates } from "#app/features/mail/templates.ts";
import { countEmailReaders } from "../bulk/write-to-members.server.ts";
import { type AnnouncementRun, describeDuration } from "./notices.ts";
import { findAnnouncement, listAnnouncementRuns } from "./send-announcement.server.ts";

export interface AnnouncementEmailPage {
  id: number;
  text: string;
  /** How many would get it now, and how long that takes. */
  readerCount: number;
  duration: string;
  /** An email of this announcement was started: there is no second one. */
  run: AnnouncementRun | null;
}

export interface PreviewedAnnouncement {
  subject: string;
  text: string;
  preview: EmailPreview;
}

/** Throws `NotFound`. */
export async function loadAnnouncementEmailPage(id: number): Promise<AnnouncementEmailPage> {
  const { text } = await findAnnouncement(id);
  const [readerCount, runs] = await Promise.all([countEmailReaders(), listAnnouncementRuns([id])]);
  return {
    ...{ id, text, readerCount },
    duration: describeDuration(readerCount),
    run: runs.get(id)?.find(({ kind }) => kind === "emails") ?? null,
  };
}

/** As a member will get it, with an example's name. */
export async function previewAnnouncementEmail(email: {
  subject: string;
  text: string;
}): Promise<PreviewedAnnouncement> {
  const { subject, text } = email;
  const site = { origin: siteOrigin(environment()) };
  const values = { ...templates.announcement.editable?.example, subject, text };
  return { subject, text, preview: previewEmail(await renderEmail("announcement", values, site), site) };
}
