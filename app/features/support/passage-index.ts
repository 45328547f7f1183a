import { searchTerms } from "./search-terms.ts";

/** A text that can be the answer to a question. */
export interface Passage {
  id: string;
  title: string;
  lines: readonly string[];
  asks: readonly string[];
  /** How much its score counts; 1 unless told. */
  worth?: number;
}

export interface Match {
  passage: Passage;
  /** BM25. */
  score: number;
  /** How much of what was asked the passage is about, 0–1: rare words count more than common ones. */
  coverage: number;
}

/** How much a word counts that stands in the title, among the ways to ask, or in the text itself. */
const weights = { title: 3, asks: 2, lines: 1 };
/** What only the text itself says is often said by the way. */
const coverageInLines = 0.7;
/** What a title that says all that was asked for adds to the score. */
const titleBonus = 0.5;
const saturation = 1.2;
const lengthShare = 0.4;

interface Entry {
  passage: Passage;
  /** Weighted count of each term. */
  counts: Map<string, number>;
  title: Set<string>;
  /** Terms of title and ways to ask. */
  named: Set<string>;
  length: number;
}

/** Searches a small set of passages by what a question is about; built once, some hundred passages in milliseconds. */
export class PassageIndex {
  readonly #entries: Entry[];
  readonly #holders = new Map<string, number>();
  readonly #meanLength: number;

  constructor(passages: readonly Passage[]) {
    this.#entries = passages.map(entryOf);
    for (const { counts } of this.#entries) {
      for (const term of counts.keys()) this.#holders.set(term, (this.#holders.get(term) ?? 0) + 1);
    }
    const total = this.#entries.reduce((sum, { length }) => sum + length, 0);
    this.#meanLength = total / Math.max(1, this.#entries.length);
  }

  /** How rare a term is; one that no passage has is the rarest. */
  rarity(term: string): number {
    const holders = this.#holders.get(term) ?? 0;
    return Math.log(1 + (this.#entries.length - holders + 0.5) / (holders + 0.5));
  }

  /** The passages that have something of the question, the best first. */
  search(question: string): Match[] {
    const terms = [...new Set(searchTerms(question))];
    const asked = terms.reduce((sum, term) => sum + this.rarity(term), 0);
    if (asked === 0) return [];
    return this.#entries
      .map((entry) => this.#match(entry, terms, asked))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  }

  #match(entry: Entry, terms: readonly string[], asked: number): Match {
    const { passage, counts, title, named, length } = entry;
    let score = 0;
    let covered = 0;
    let entitled = 0;
    for (const term of terms) {
      const count = counts.get(term);
      if (count === undefined) continue;
      const rarity = this.rarity(term);
      const norm = saturation * (1 - lengthShare + (lengthShare * length) / this.#meanLength);
      score += (rarity * count * (saturation + 1)) / (count + norm);
      if (title.has(term)) entitled += rarity;
      covered += rarity * (named.has(term) ? 1 : coverageInLines);
    }
    const worth = (passage.worth ?? 1) * (1 + (titleBonus * entitled) / asked);
    return { passage, score: score * worth, coverage: covered / asked };
  }
}

function entryOf(passage: Passage): Entry {
  const counts = new Map<string, number>();
  const named = new Set<string>();
  let length = 0;
  const count = (text: string, weight: number) => {
    for (const term of searchTerms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += weight;
      if (weight > weights.lines) named.add(term);
    }
  };
  count(passage.title, weights.title);
  for (const ask of passage.asks) count(ask, weights.asks);
  for (const line of passage.lines) count(line, weights.lines);
  return { passage, counts, title: new Set(searchTerms(passage.title)), named, length };
}
