/** How an act ended for who did it: the server said that it is done, that it is not, or nothing that can be relied on. */
export type Outcome = "done" | "refused" | "unknown";

/**
 * What is known, from outside, of things that are changed one act after the other. An act whose answer was lost may have happened
 * or not: until the next answer both are possible.
 */
export class PossibleStates {
  readonly #states = new Map<string, Set<string>>();

  /** `before`: the state of a thing that nobody has touched yet. */
  record(thing: string, o: { before: string; after: string; outcome: Outcome }): void {
    const known = this.#states.get(thing) ?? new Set([o.before]);
    if (o.outcome === "done") this.#states.set(thing, new Set([o.after]));
    else this.#states.set(thing, o.outcome === "unknown" ? known.add(o.after) : known);
  }

  /** The things of `kind`, which their names begin with, that are in no state they can be in. */
  differences(kind: string, found: (thing: string) => string): string[] {
    return [...this.#states]
      .filter(([thing]) => thing.startsWith(`${kind} `))
      .filter(([thing, states]) => !states.has(found(thing)))
      .map(([thing, states]) => `${thing} is ${found(thing)}, not ${[...states].join(" or ")}`);
  }

  /** The least and the most that the numbers of things may add up to whose names begin with `beginning`. */
  sumOf(beginning: string): [least: number, most: number] {
    let [least, most] = [0, 0];
    for (const [thing, states] of this.#states) {
      if (!thing.startsWith(beginning)) continue;
      const numbers = [...states].map(Number);
      least += Math.min(...numbers);
      most += Math.max(...numbers);
    }
    return [least, most];
  }

  get size(): number {
    return this.#states.size;
  }
}
