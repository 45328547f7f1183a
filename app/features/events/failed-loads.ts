let count = 0;

/** Counts a load of the visible page's data that failed, after which the page stayed as it was. */
export function countFailedLoad(): void {
  count += 1;
}

/** How many such loads there were. */
export const failedLoads = (): number => count;
