import { createHash } from "node:crypto";
import { randomFrom } from "#test/random.ts";

type Weighted<T> = readonly [choice: T, weight: number];

/** Chance, the same for a seed and a number. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number, number: number) {
    // Hashed: neighbouring seeds would begin alike.
    this.#next = randomFrom(createHash("sha256").update(`${seed} ${number}`).digest().readUInt32BE());
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  /** Both ends included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#next() * list.length)];
  }

  /** Weights are in any unit. */
  weighted<T>([first, ...more]: readonly [Weighted<T>, ...Weighted<T>[]]): T {
    const whole = more.reduce((sum, [, weight]) => sum + weight, first[1]);
    let left = this.#next() * whole - first[1];
    for (const [choice, weight] of left < 0 ? [] : more) {
      left -= weight;
      if (left < 0) return choice;
    }
    return first[0];
  }

  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.#next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}
