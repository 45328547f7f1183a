/**
 * The same thing posted again within this time is the same act: a double click without JavaScript, or a page sent again after its
 * answer was lost. The second post is dropped, and answered as the first.
 */
const repeatWindowMs = 10 * 60_000;

/**
 * The same for what people also do again on purpose, such as another script of one text: only a second click comes so soon. Slower
 * ones find what the first has begun.
 */
const doubleClickMs = 10_000;

/** From when on an equal row that is finished means that a post at `now` is its double click. */
export const doubleClicksSince = (now: Date): Date => new Date(now.getTime() - doubleClickMs);

/** From when on an equal row means that a post at `now` repeats the one that wrote it. */
export const repeatsSince = (now: Date): Date => new Date(now.getTime() - repeatWindowMs);
