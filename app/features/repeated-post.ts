/** The same post within this time is a double click or a resent page. The second is dropped and answered like the first. */
const repeatWindowMs = 10 * 60_000;

/** For what people repeat on purpose: only a second click comes so soon. A slower one finds what the first has begun. */
const doubleClickMs = 10_000;

/** A finished, equal row since then means that a post at `now` is its double click. */
export const doubleClicksSince = (now: Date): Date => new Date(now.getTime() - doubleClickMs);

/** An equal row since then means that a post at `now` repeats it. */
export const repeatsSince = (now: Date): Date => new Date(now.getTime() - repeatWindowMs);
