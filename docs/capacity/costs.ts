/**
 * What one of each costs, measured (`npm run bench -- pages calls ranges audio`) on one core of a rented machine; on another
 * machine measure again. `…Ms`: milliseconds of processor time.
 */
export const costs = {
  /** Home with twenty tracks, rendered for a member. */
  memberPageMs: 4,
  /** The same for somebody without a session, shared between visitors. */
  visitorPageMs: 0.3,
  /** A like, a position, a count of unread notifications. */
  callMs: 0.5,
  /** 64 KB of a track, sent by the program itself. */
  rangeMs: 0.15,
  /** A second of sound from a script to two files, in a worker. */
  soundSecondMs: 60,
} as const;

/** Disk of a row with its indexes, in bytes, from installations with 1,000,000 tracks, 100,000 members and their plays. */
export const sizes = {
  member: 2_000,
  /** With script, transcript and search index. */
  track: 9_000,
  /** History, statistics and receipts of a member's hearing a track. */
  play: 150,
  /** 64 kbps and the smaller file. */
  soundSecond: 12_000,
} as const;

/** Prices as of 2026 of a middling provider in Tokyo, to multiply with: yours differ. Yen a month. */
export const prices = {
  core: 3_000,
  databaseGb: 40,
  storageGb: 3,
  egressGb: 5,
} as const;
