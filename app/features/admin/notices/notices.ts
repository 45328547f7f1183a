export const noticesPath = "/admin/notices";

export const announcementEmailPath = (id: number): string => `${noticesPath}?letter=${id}`;

/** A mail server refuses a burst, and other emails come in between. */
export const emailsPerMinute = 40;

export const maxAnnouncementSubjectLength = 80;
export const maxAnnouncementEmailLength = 3000;

/** 「およそ2時間5分」. */
export function describeDuration(emails: number): string {
  const minutes = Math.max(1, Math.ceil(emails / emailsPerMinute));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `およそ${hours > 0 ? `${hours}時間` : ""}${rest > 0 || hours === 0 ? `${rest}分` : ""}`;
}

/** What was sent of an announcement, besides the banner. */
export interface AnnouncementRun {
  id: number;
  kind: "notifications" | "emails";
  state: "planned" | "running" | "stopping" | "stopped" | "done";
  /** The operator's name, not always that of who wrote the announcement. */
  startedBy: string;
  /** Members whom it reaches, counted at its start. */
  total: number;
  /** Notified, or emails that a mail server has accepted. */
  sent: number;
  /** Emails that were given up; of notifications 0. */
  failed: number;
  left: number;
}
