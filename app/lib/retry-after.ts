/** `Retry-After` in seconds, from seconds or a date (RFC 9110 §10.2.3); null for anything else. */
export function parseRetryAfter(header: string | null | undefined, now: number = Date.now()): number | null {
  if (!header) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
