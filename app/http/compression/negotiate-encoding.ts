const encodings = ["br", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/**
 * The content encoding for an `Accept-Encoding` header (RFC 9110 §12.5.3): the one with the highest weight, of equal ones
 * Brotli; null for none. `*` weighs what the header does not name, and 0 forbids.
 */
export function negotiateEncoding(header: string): Encoding | null {
  const weights = new Map(header.toLowerCase().split(",").map(parseWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const unencoded = weights.get("identity") ?? 0;
  const [best] = encodings
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= unencoded)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  return best ?? null;
}

/** `gzip;q=0.5` as `["gzip", 0.5]`; without a weight 1, with an unreadable one 0. */
function parseWeight(text: string): [name: string, weight: number] {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
