const encodings = ["br", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/**
 * The encoding with the highest weight in `Accept-Encoding` (RFC 9110 §12.5.3), among equals Brotli; null for none. `*` weighs
 * unnamed ones, 0 forbids.
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

/** `gzip;q=0.5` as `["gzip", 0.5]`; without a weight 1, unreadable 0. */
function parseWeight(text: string): [name: string, weight: number] {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
