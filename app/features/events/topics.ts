export const memberTopics = [
  /** Its events carry the number. */
  "unread",
  /** Scripts, previews and corrections. */
  "tasks",
  "payments",
  "playback",
] as const;

export const adminTopics = [
  /** Generations, uploads and bulk runs. */
  "console",
] as const;

/** `tracks`: those of the whole site, while its first ones are made. No stream carries it: pages poll. */
export type Topic = (typeof memberTopics)[number] | (typeof adminTopics)[number] | "tracks";

export const streamPath = "/api/notifications/stream";

/** Less than proxies keep an idle connection (nginx: 60 s). */
export const heartbeatMs = 25_000;
