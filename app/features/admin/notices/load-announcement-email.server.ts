import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { previewEmail } from "#app/features/mail/email-layout.ts";
import { renderEmail } from "#app/features/mail/email-texts.server.ts";
import { templates } from "#app/features/mail/templates.ts";
import { countEmailReaders } from "../bulk/write-to-members.server.ts";
import { describeDuration } from "./notices.ts";
import { findAnnouncement, listAnnouncementRuns } from "./send-announcement.server.ts";

export type AnnouncementEmailPage = Awaited<ReturnType<typeof loadAnnouncementEmailPage>>;
export type PreviewedAnnouncement = Awaited<ReturnType<typeof previewAnnouncementEmail>>;

/** With how many would get it now, and how long that takes. Throws `NotFound`. */
export async function loadAnnouncementEmailPage(id: number) {
  const { text } = await findAnnouncement(id);
  const [readerCount, runs] = await Promise.all([countEmailReaders(), listAnnouncementRuns([id])]);
  return {
    ...{ id, text, readerCount },
    duration: describeDuration(readerCount),
    /** An email of this announcement was started: there is no second one. */
    run: runs.get(id)?.find(({ kind }) => kind === "emails") ?? null,
  };
}

/** As a member will get it, with an example's name. */
export async function previewAnnouncementEmail({ subject, text }: { subject: string; text: string }) {
  const site = { origin: siteOrigin(environment()) };
  const values = { ...templates.announcement.example, subject, text };
  return { subject, text, preview: previewEmail(await renderEmail("announcement", values, site), site) };
}
