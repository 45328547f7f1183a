import type { HarmKind } from "./harm.ts";
import { harmBias, harmWeights } from "./harm-weights.ts";
import type { Sentence } from "./sentence.ts";
import { findWeight, unpackWeights, type WeightsTable } from "./weights-table.ts";

/** Log-odds from which a short text is held. */
const threshold = -0.8;
/** The same for a title or name: it has fewer features than a sentence, and nothing beside it that speaks for harm. */
const titleThreshold = -1.4;
/** Sentences of a short text. */
const shortText = 3;
/** What a sentence needs above the threshold where those beside it do not speak for harm (log-odds). */
const aloneMargin = 2.5;

/** Log-odds below which a sentence is clearly harmless; a name or title has too few features to be. */
const clearlyHarmless = -2;

/** Stands alone, and ends as no sentence does. */
const isTitle = ([first, ...others]: readonly Sentence[]) =>
  first !== undefined && others.length === 0 && !/[。．.！!？?]\s*$/u.test(first.text);

/** A long text has more sentences that may be weighed wrongly: the threshold rises, so that as few long texts are held as short ones. */
const thresholdOf = (sentences: readonly Sentence[]) =>
  isTitle(sentences) ? titleThreshold : threshold + Math.log(Math.max(1, sentences.length / shortText));

/** Features of a usual sentence. */
const usualFeatures = 80;

/** How much a feature counts among so many: a long sentence holds more of all kinds without being more harmful. */
export const shareOf = (features: number) => Math.min(1, Math.sqrt(usualFeatures / (features + 1)));

let table: WeightsTable | null = null;

/** The log-odds that the features stand in harmful text, and the kind of harm that most of their weight is for. */
function weigh(features: ReadonlySet<string>): { odds: number; kind: HarmKind | null } {
  table ??= unpackWeights(harmWeights.replaceAll("\n", ""));
  const byKind = new Map<HarmKind, number>();
  let sum = 0;
  for (const feature of features) {
    const found = findWeight(table, feature);
    if (!found) continue;
    sum += found.weight;
    if (found.kind !== null) byKind.set(found.kind, (byKind.get(found.kind) ?? 0) + found.weight);
  }
  return {
    odds: harmBias + sum * shareOf(features.size),
    kind: [...byKind].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null,
  };
}

/** Tells of others' words, reports, stories or history. */
const isFree = ({ isReported, isFiction, isHistory, isQuoted }: Sentence) =>
  isReported || isFiction || isHistory || isQuoted;

interface WeighedSentence {
  /** Of harm that the words weigh for; null if they weigh too little. */
  kind: HarmKind | null;
  /** So clearly harmless by its words that a rule which finds harm has misread it. */
  isClearlyHarmless: () => boolean;
}

/**
 * What the words of each sentence weigh for, as learned from the lists of harmful and harmless sentences. A sentence is weighed
 * alone, and together with the one before and the one behind, of which the heaviest is held.
 *
 * @param features of the sentences
 */
export function weighWords(
  sentences: readonly Sentence[],
  features: readonly ReadonlySet<string>[],
): WeighedSentence[] {
  const alone = features.map(weigh);
  const least = thresholdOf(sentences);
  return sentences.map((sentence, at) => {
    const own = alone[at];
    if (!own || isFree(sentence)) return { kind: null, isClearlyHarmless: () => false };
    const near = [Math.max(0, at - 1), at + 2] as const;
    const weighTogether = () => weigh(new Set(features.slice(...near).flatMap((some) => [...some])));
    const isHeaviest = alone.slice(...near).every(({ odds }) => odds <= own.odds);
    const isHeavyAlone = own.odds >= least + aloneMargin;
    const together = isHeaviest && !isHeavyAlone ? weighTogether() : null;
    const kindTogether = together !== null && together.odds >= least ? together.kind : null;
    return {
      kind: isHeavyAlone ? own.kind : kindTogether,
      isClearlyHarmless: () =>
        (features[at]?.size ?? 0) >= usualFeatures &&
        own.odds < clearlyHarmless &&
        (together ?? weighTogether()).odds < clearlyHarmless,
    };
  });
}
