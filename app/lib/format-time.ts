/** m:ss; 0:00 for negative and non-finite seconds. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return "0:00";
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Seconds in words, for screen readers: 「2分5秒」. */
export function formatSpokenTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes}分${whole % 60}秒` : `${whole}秒`;
}

/** `PT1H2M3S`; whole seconds, at least one. */
export function formatIsoDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(1, Math.round(seconds)) : 1;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${rest ? `${rest}S` : ""}`;
}
