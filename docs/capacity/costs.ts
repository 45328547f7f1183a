/**
 * What one of each costs, as `npm run bench -- pages calls ranges audio` measured it on 2026-11-29 on a machine of two cores; on
 * another machine measure again. `…Ms`: milliseconds of processor time.
 */
export const costs = {
  /** Home with twenty tracks, rendered for a member. */
  memberPageMs: 2.6,
  /** The same for somebody without a session, shared between visitors. */
  visitorPageMs: 0.26,
  /** A like, a position, a count of unread notifications: between the calls that read and those that write. */
  callMs: 0.4,
  /** 64 KB of a track, sent by the program itself. */
  rangeMs: 0.075,
  /** A second of sound from a script to two files, in a worker. */
  soundSecondMs: 70,
} as const;

/** Disk of a row with its indexes, in bytes: estimated from the columns. */
export const sizes = {
  member: 2_000,
  /** With script, transcript and search index. */
  track: 9_000,
  /** History, statistics and receipts of a member's hearing a track. */
  play: 150,
  /** The files of 64 and 128 kbps. */
  soundSecond: 24_000,
} as const;

/** Prices as of 2026 of a middling provider in Tokyo, to multiply with: yours differ. Yen a month. */
export const prices = {
  core: 3_000,
  databaseGb: 40,
  storageGb: 3,
  egressGb: 5,
} as const;
