/** What the server has said of the tracks that a device keeps; times are epoch ms. */
export interface Terms {
  checkedAt: number;
  /** Null where the member has no premium (any more). */
  validUntil: number | null;
}

/** Why what is kept does not play: `ended` with premium, `unchecked` for a week. Null when it does. */
export type Lock = "ended" | "unchecked" | null;

/** A clock that was set right meanwhile may have gone back by as much, in ms. */
const clockErrorMs = 24 * 60 * 60 * 1000;

/**
 * The rule "what is kept plays for a week after the server has said so, and never beyond the end of premium". A clock
 * that was put back does not make the week longer.
 */
export function lockOf(terms: Terms | null, now: number): Lock {
  if (!terms) return "unchecked";
  if (terms.validUntil === null) return "ended";
  const isWithin = now < terms.validUntil && now > terms.checkedAt - clockErrorMs;
  return isWithin ? null : "unchecked";
}
