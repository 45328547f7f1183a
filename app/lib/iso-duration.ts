/** A duration in seconds as ISO 8601: `PT1H2M3S`; whole seconds, at least one. */
export function isoDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(1, Math.round(seconds)) : 1;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${rest ? `${rest}S` : ""}`;
}
