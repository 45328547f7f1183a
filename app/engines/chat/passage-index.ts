import { searchTerms } from "./search-terms.ts";

export interface Passage {
  id: string;
  title: string;
  lines: readonly string[];
  keywords: readonly string[];
  boost?: number;
}

export interface Match {
  passage: Passage;
  /** BM25. */
  score: number;
  /** Of the question's terms, 0–1, weighted by rarity. */
  coverage: number;
}

const weights = { title: 3, keywords: 2, lines: 1 };
/** The weight in `coverage` of terms that only lines have: they are often mentioned in passing. */
const lineCoverageWeight = 0.7;
/** Added to the boost if the title has all terms, in proportion otherwise. */
const titleBonus = 0.5;
/** BM25's k1 and b. */
const termSaturation = 1.2;
const lengthNormalization = 0.4;

interface Entry {
  passage: Passage;
  counts: Map<string, number>;
  titleTerms: Set<string>;
  subjectTerms: Set<string>;
  length: number;
}

/** BM25. Some hundred passages take milliseconds. */
export class PassageIndex {
  readonly #entries: Entry[];
  readonly #documentFrequency = new Map<string, number>();
  readonly #meanLength: number;

  constructor(passages: readonly Passage[]) {
    this.#entries = passages.map(indexPassage);
    for (const { counts } of this.#entries) {
      for (const term of counts.keys())
        this.#documentFrequency.set(term, (this.#documentFrequency.get(term) ?? 0) + 1);
    }
    const total = this.#entries.reduce((sum, { length }) => sum + length, 0);
    this.#meanLength = total / Math.max(1, this.#entries.length);
  }

  /** ln(1 + (N - n + 0.5) / (n + 0.5)). */
  idf(term: string): number {
    const frequency = this.#documentFrequency.get(term) ?? 0;
    return Math.log(1 + (this.#entries.length - frequency + 0.5) / (frequency + 0.5));
  }

  /** With at least one term, the best first. */
  search(question: string): Match[] {
    const terms = [...new Set(searchTerms(question))];
    const totalIdf = terms.reduce((sum, term) => sum + this.idf(term), 0);
    if (totalIdf === 0) return [];
    return this.#entries
      .map((entry) => this.#match(entry, terms, totalIdf))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  }

  #match(entry: Entry, terms: readonly string[], totalIdf: number): Match {
    const { passage, counts, titleTerms, subjectTerms, length } = entry;
    let score = 0;
    let coveredIdf = 0;
    let titleIdf = 0;
    for (const term of terms) {
      const count = counts.get(term);
      if (count === undefined) continue;
      const idf = this.idf(term);
      const norm =
        termSaturation * (1 - lengthNormalization + (lengthNormalization * length) / this.#meanLength);
      score += (idf * count * (termSaturation + 1)) / (count + norm);
      if (titleTerms.has(term)) titleIdf += idf;
      coveredIdf += idf * (subjectTerms.has(term) ? 1 : lineCoverageWeight);
    }
    const boost = (passage.boost ?? 1) * (1 + (titleBonus * titleIdf) / totalIdf);
    return { passage, score: score * boost, coverage: coveredIdf / totalIdf };
  }
}

function indexPassage(passage: Passage): Entry {
  const counts = new Map<string, number>();
  const subjectTerms = new Set<string>();
  let length = 0;
  const count = (text: string, weight: number) => {
    for (const term of searchTerms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += weight;
      if (weight > weights.lines) subjectTerms.add(term);
    }
  };
  count(passage.title, weights.title);
  for (const phrase of passage.keywords) count(phrase, weights.keywords);
  for (const line of passage.lines) count(line, weights.lines);
  return { passage, counts, titleTerms: new Set(searchTerms(passage.title)), subjectTerms, length };
}
