// Literals, which the build puts where they are used.
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Tokyo is nine hours ahead of UTC, all year round. */
export const tokyoOffsetMs = 32_400_000;
