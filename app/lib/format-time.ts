/** Seconds as m:ss (spec 1 §4); anything that is no finite time from 0 on shows 0:00. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return "0:00";
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Seconds in words, for screen readers: 「2分5秒」. */
export function spokenTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes}分${whole % 60}秒` : `${whole}秒`;
}
