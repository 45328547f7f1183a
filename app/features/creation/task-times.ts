/** A task running longer than this since its creation may be given up by its owner (spec 1 §4). */
export const stuckAfterMs = 300_000;

/** Unpublished scripts live a day, previews an hour (decisions, "Creation"). */
export const lifetimes = { scriptMs: 24 * 60 * 60 * 1000, previewMs: 60 * 60 * 1000 };
