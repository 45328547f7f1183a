/**
 * The same thing posted again within this time is the same act: a double click without JavaScript, or a page sent again after its
 * answer was lost. The second post is dropped, and answered as the first.
 */
const repeatWindowMs = 10 * 60_000;

/** From when on an equal row means that a post at `now` repeats the one that wrote it. */
export const repeatsSince = (now: Date): Date => new Date(now.getTime() - repeatWindowMs);
