/** The latest of these times; null of none. */
export const latestOf = (times: readonly Date[]): Date | null =>
  times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null;
