export interface PhrasePicker {
  /** The next phrase of a pool: every phrase comes once before any comes again, never the same twice running. */
  pick(pool: readonly string[]): string;
  /** True with the given probability (0–1), decided by the seed. */
  chance(probability: number): boolean;
}

/** FNV-1a over UTF-16 units, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: numbers in [0, 1), the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A picker whose choices depend on nothing but `seedText`, so that the same text gives the same script. */
export function createPhrasePicker(seedText: string): PhrasePicker {
  const random = randomFrom(hash(seedText));
  const bags = new Map<readonly string[], string[]>();
  let last = "";

  const shuffled = (pool: readonly string[]): string[] => {
    const bag = [...pool];
    for (let at = bag.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      const one = bag[at];
      const two = bag[other];
      if (one === undefined || two === undefined) continue;
      bag[at] = two;
      bag[other] = one;
    }
    return bag;
  };

  return {
    pick(pool) {
      let bag = bags.get(pool) ?? [];
      if (bag.length === 0) bag = shuffled(pool);
      if (bag.at(-1) === last && bag.length > 1) bag.unshift(bag.pop() ?? last);
      let phrase = bag.pop() ?? "";
      if (phrase === last && pool.length > 1) {
        bag = shuffled(pool).filter((other) => other !== last);
        phrase = bag.pop() ?? phrase;
      }
      bags.set(pool, bag);
      last = phrase;
      return phrase;
    },
    chance: (probability) => random() < probability,
  };
}
