/** A mail server takes no waves, and other emails come in between. */
export const lettersPerMinute = 40;

export const maxLetterSubjectLength = 80;
export const maxLetterLength = 3000;

/** 「およそ2時間5分」. */
export function describeDuration(letters: number): string {
  const minutes = Math.max(1, Math.ceil(letters / lettersPerMinute));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `およそ${hours > 0 ? `${hours}時間` : ""}${rest > 0 || hours === 0 ? `${rest}分` : ""}`;
}

/** What was sent of an announcement, besides the banner. */
export interface AnnouncementRun {
  id: number;
  kind: "notifications" | "letters";
  state: "planned" | "running" | "stopping" | "stopped" | "done";
  /** The operator's name, not always that of who wrote the announcement. */
  startedBy: string;
  /** Members whom it reaches, counted at its start. */
  total: number;
  /** Notified, or letters that a mail server has accepted. */
  sent: number;
  /** Letters that were given up; of notifications 0. */
  failed: number;
  left: number;
}
