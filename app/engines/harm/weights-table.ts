import type { HarmKind } from "./harm.ts";

/** The kinds a positive weight may be for, in the order of their numbers in the table. */
export const weighedKinds: readonly HarmKind[] = [
  "hate",
  "minors",
  "violence",
  "self-harm",
  "medical",
  "threat",
  "abuse",
  "doxing",
  "accusation",
];

export interface Weight {
  /** Log-odds. */
  weight: number;
  /** Of a positive weight. */
  kind: HarmKind | null;
}

/** Weights by hashes of their features, sorted. Columns, as objects and strings would take ten times the memory. */
export interface WeightsTable {
  hashes: Uint32Array;
  /** Hundredths. */
  weights: Int8Array;
  kinds: Uint8Array;
}

/** FNV-1a over UTF-16 units, with its bits mixed once more: of a million unknown features about sixty meet a known one. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Bits of a gap in one byte. */
const gapBits = 7;
const more = 1 << gapBits;

/**
 * Base64 of an entry for each feature by ascending hash: the gap to the hash before in bytes of seven bits, the weight in
 * hundredths as a signed byte, and the number of the kind if the weight is positive. Of two features with one hash the heavier one stays.
 */
export function packWeights(weights: ReadonlyMap<string, Weight>): string {
  const byHash = new Map<number, { hundredths: number; kind: HarmKind | null }>();
  for (const [feature, { weight, kind }] of weights) {
    const hundredths = Math.max(-128, Math.min(127, Math.round(weight * 100)));
    const hash = hashOf(feature);
    if (Math.abs(hundredths) > Math.abs(byHash.get(hash)?.hundredths ?? 0))
      byHash.set(hash, { hundredths, kind });
  }
  const bytes: number[] = [];
  let last = 0;
  for (const [hash, { hundredths, kind }] of [...byHash].sort(([a], [b]) => a - b)) {
    let gap = hash - last;
    last = hash;
    for (; gap >= more; gap = Math.floor(gap / more)) bytes.push((gap % more) + more);
    bytes.push(gap, hundredths & 0xff);
    if (hundredths > 0) bytes.push(kind === null ? 0 : weighedKinds.indexOf(kind));
  }
  return Buffer.from(bytes).toString("base64");
}

/** Reads what `packWeights` has written. */
export function unpackWeights(packed: string): WeightsTable {
  const bytes = Buffer.from(packed, "base64");
  const columns = {
    hashes: new Uint32Array(bytes.length),
    weights: new Int8Array(bytes.length),
    kinds: new Uint8Array(bytes.length),
  };
  let size = 0;
  let hash = 0;
  for (let at = 0; at < bytes.length; size++) {
    let scale = 1;
    let byte = bytes[at++] ?? 0;
    for (; byte >= more; byte = bytes[at++] ?? 0) {
      hash += (byte - more) * scale;
      scale *= more;
    }
    hash += byte * scale;
    columns.hashes[size] = hash;
    const weight = ((bytes[at++] ?? 0) << 24) >> 24;
    columns.weights[size] = weight;
    if (weight > 0) columns.kinds[size] = bytes[at++] ?? 0;
  }
  return {
    hashes: columns.hashes.slice(0, size),
    weights: columns.weights.slice(0, size),
    kinds: columns.kinds.slice(0, size),
  };
}

/** What a feature weighs; null if it is unknown. */
export function findWeight({ hashes, weights, kinds }: WeightsTable, feature: string): Weight | null {
  const hash = hashOf(feature);
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  if (hashes[low] !== hash) return null;
  const weight = (weights[low] ?? 0) / 100;
  return { weight, kind: weight > 0 ? (weighedKinds[kinds[low] ?? 0] ?? null) : null };
}
