const steps = [
  { from: 1_000_000, unit: "M" },
  { from: 1000, unit: "k" },
] as const;

/** 999, 1k (exactly 1,000), 1.2k, 12.3k, 1.0M. Rounded down, so that no milestone shows before it is reached. */
export function formatCount(count: number): string {
  const whole = Math.max(0, Math.floor(count));
  if (whole === 1000) return "1k";
  const step = steps.find(({ from }) => whole >= from);
  return step ? `${(Math.floor((whole * 10) / step.from) / 10).toFixed(1)}${step.unit}` : String(whole);
}
