import type { HarmKind } from "./harm.ts";
import { harmBias, harmWeights } from "./harm-weights.ts";
import type { Sentence } from "./sentence.ts";

/** Log-odds from which a short text is held. */
const threshold = -0.5;
/** Sentences of a short text. */
const shortText = 3;
/** What a sentence needs above the threshold where those beside it do not speak for harm (log-odds). */
const aloneMargin = 2.5;

/** A long text has more sentences that may be weighed wrongly: the threshold rises, so that as few long texts are held as short ones. */
const thresholdOf = (sentences: number) => threshold + Math.log(Math.max(1, sentences / shortText));

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

/** The log-odds that the features stand in harmful text, and the kind of harm that most of their weight is for. */
function weigh(features: ReadonlySet<string>): { odds: number; kind: HarmKind | null } {
  const known = readWeights();
  const byKind = new Map<HarmKind, number>();
  let sum = 0;
  for (const feature of features) {
    const found = known.get(feature);
    if (!found) continue;
    sum += found.weight;
    if (found.weight > 0) byKind.set(found.kind, (byKind.get(found.kind) ?? 0) + found.weight);
  }
  return {
    odds: harmBias + sum * shareOf(features.size),
    kind: [...byKind].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null,
  };
}

/** Tells of others' words, reports, stories or history. */
const isFree = ({ isReported, isFiction, isHistory, isQuoted }: Sentence) =>
  isReported || isFiction || isHistory || isQuoted;

/**
 * The kind of harm that each sentence of a text weighs for by its words, as learned from the lists of harmful and harmless
 * sentences; null if it weighs too little. A sentence is weighed alone, and together with the one before and the one behind, of
 * which the heaviest is held.
 *
 * @param features of the sentences
 */
export function weighWords(
  sentences: readonly Sentence[],
  features: readonly ReadonlySet<string>[],
): (HarmKind | null)[] {
  const alone = features.map(weigh);
  const least = thresholdOf(sentences.length);
  return sentences.map((sentence, at) => {
    const own = alone[at];
    if (!own || isFree(sentence)) return null;
    if (own.odds >= least + aloneMargin) return own.kind;
    const near = [Math.max(0, at - 1), at + 2] as const;
    if (alone.slice(...near).some(({ odds }) => odds > own.odds)) return null;
    const together = weigh(new Set(features.slice(...near).flatMap((some) => [...some])));
    return together.odds >= least ? together.kind : null;
  });
}
