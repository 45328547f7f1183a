/** What the event stream tells members of: what is their own. */
export const memberTopics = [
  /** The number of unread notifications. Its events carry the number. */
  "unread",
  /** Scripts, previews and corrections: begun, further on, ended. */
  "tasks",
  /** Premium has begun, been extended or ended. */
  "payments",
  /** Another device plays, plays something else, or has stopped. */
  "playback",
] as const;

/** What the event stream tells the console of. */
export const adminTopics = [
  /** Generations, uploads and bulk runs. */
  "console",
] as const;

/** `tracks`: those of the whole site, while its first ones are made. No stream tells of them, so that pages ask. */
export type Topic = (typeof memberTopics)[number] | (typeof adminTopics)[number] | "tracks";

/** Address of the event stream. */
export const streamPath = "/api/notifications/stream";

/** Time between two signs of life of a stream (ms): less than proxies keep an idle connection (nginx: 60 s). */
export const heartbeatMs = 25_000;
