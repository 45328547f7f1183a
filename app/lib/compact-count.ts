const steps = [
  { from: 1_000_000, unit: "M" },
  { from: 1000, unit: "k" },
] as const;

/**
 * A count with one decimal from a thousand on: 999, 1k, 1.2k, 12.3k, 1.0M (spec 2 §9, "Counts compact"; 1,000 itself
 * is 1k there). Rounded down, so that no milestone shows before it is reached.
 */
export function compactCount(count: number): string {
  const whole = Math.max(0, Math.floor(count));
  if (whole === 1000) return "1k";
  const step = steps.find(({ from }) => whole >= from);
  return step ? `${(Math.floor((whole * 10) / step.from) / 10).toFixed(1)}${step.unit}` : String(whole);
}
