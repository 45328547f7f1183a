const steps = [
  { from: 1_000_000, unit: "M" },
  { from: 1000, unit: "k" },
] as const;

/**
 * A count in at most four characters: 999, 1.2k, 12k, 1.5M (spec 2 §2, "compact play count"). Rounded down, so
 * that no milestone shows before it is reached.
 */
export function compactCount(count: number): string {
  const whole = Math.max(0, Math.floor(count));
  for (const { from, unit } of steps) {
    if (whole < from) continue;
    const scaled = whole / from;
    return scaled < 10
      ? `${(Math.floor(scaled * 10) / 10).toString()}${unit}`
      : `${Math.floor(scaled)}${unit}`;
  }
  return String(whole);
}
