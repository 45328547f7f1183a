const minuteMs = 60_000;

/** Minutes between the tries of a message that its push service does not take, and between all after them. */
const pauses = [1, 4, 15, 60, 180, 360];
const longestPause = 660;

/** What a message tells is news for a day: eight tries. */
const longestMs = 24 * 60 * minuteMs;

/**
 * When a message that came to nothing is tried again, after `attempts` tries: later if the push service says so. Null when
 * it is to be given up, as the latest that it tells of has been waiting since `since`.
 */
export function nextTry(options: {
  attempts: number;
  since: Date;
  retryAfterS: number | null;
  now: Date;
}): Date | null {
  const { attempts, since, retryAfterS, now } = options;
  const pause = pauses[attempts - 1] ?? longestPause;
  const at = now.getTime() + Math.max(pause * minuteMs, (retryAfterS ?? 0) * 1000);
  return at - since.getTime() > longestMs ? null : new Date(at);
}
