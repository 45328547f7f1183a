import type { HarmKind } from "./harm.ts";
import { harmBias, harmWeights } from "./harm-weights.ts";
import type { Sentence } from "./sentence.ts";

/** From here on a sentence is held. Of ordinary sentences that were left out 6 of 3,300 reach it, of hard harmless texts 6 %. */
const threshold = 0.7;
/** Of two sentences together, which hold more words. */
const combinedThreshold = 2.4;

interface Weight {
  weight: number;
  kind: HarmKind;
}

/** Features of a usual sentence. */
const usualFeatures = 80;

/** How much a feature counts among so many: a long sentence holds more of all kinds without being more harmful. */
export const shareOf = (features: number) => Math.min(1, Math.sqrt(usualFeatures / (features + 1)));

let weights: Map<string, Weight> | null = null;

/** A line: kind, weights in hundredths and features of it. */
function readWeights(): Map<string, Weight> {
  weights ??= new Map(
    harmWeights
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [kind = "", weight = "", ...features] = line.split("\t");
        return features.map(
          (feature) => [feature, { weight: Number(weight) / 100, kind: kind as HarmKind }] as const,
        );
      }),
  );
  return weights;
}

/**
 * The kind of harm that the words of a sentence weigh for, learned from the lists of harmful and harmless sentences; null if they
 * weigh too little, or tell of others' words, reports, stories or history.
 *
 * @param own features of the sentence
 * @param before features of the one before, to weigh both together
 */
export function weighWords(
  sentence: Sentence,
  own: ReadonlySet<string>,
  before?: ReadonlySet<string>,
): HarmKind | null {
  if (sentence.isReported || sentence.isFiction || sentence.isHistory || sentence.isQuoted) return null;
  const known = readWeights();
  const byKind = new Map<HarmKind, number>();
  const all = before ? [...own, ...[...before].filter((feature) => !own.has(feature))] : [...own];
  let sum = 0;
  for (const feature of all) {
    const found = known.get(feature);
    if (!found) continue;
    sum += found.weight;
    if (found.weight > 0) byKind.set(found.kind, (byKind.get(found.kind) ?? 0) + found.weight);
  }
  const weight = harmBias + sum * shareOf(all.length);
  if (weight < (before ? combinedThreshold : threshold)) return null;
  return [...byKind].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
