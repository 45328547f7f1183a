import type { ActorName } from "./actors.ts";

/** Survives folding, JSON, URLs and file names. */
const shape = /himitsu[0-9a-z]{4}z/g;

interface Secret {
  /** Where it is. */
  what: string;
  /** Besides the console. */
  readers: readonly ActorName[];
}

/** Texts, each of which is in one place of the database, that only their readers may find in an answer. */
export class Secrets {
  readonly #secrets = new Map<string, Secret>();
  readonly #otherTexts: string[] = [];
  /** Found by a reader. */
  readonly read = new Set<string>();

  get size(): number {
    return this.#secrets.size;
  }

  /** A new text to hide there. */
  hide(what: string, ...readers: ActorName[]): string {
    const text = `himitsu${this.#secrets.size.toString(36).padStart(4, "0")}z`;
    this.#secrets.set(text, { what, readers });
    return text;
  }

  /** A text that is there already. */
  know(text: string, what: string, ...readers: ActorName[]): void {
    this.#otherTexts.push(text);
    this.#secrets.set(text, { what, readers });
  }

  /** What an answer to `actor` has of the secrets of others. */
  leaksTo(actor: ActorName, answer: string): string[] {
    const found = new Set([
      ...(answer.match(shape) ?? []),
      ...this.#otherTexts.filter((text) => answer.includes(text)),
    ]);
    return [...found].flatMap((text) => {
      const secret = this.#secrets.get(text);
      if (!secret) return [];
      if (!secret.readers.includes(actor)) return [`${text}: ${secret.what}`];
      this.read.add(text);
      return [];
    });
  }

  /** Of `actor` alone or among others, as `text: where`. */
  of(actor: ActorName): { text: string; what: string }[] {
    return [...this.#secrets].flatMap(([text, { what, readers }]) =>
      readers.includes(actor) ? [{ text, what }] : [],
    );
  }
}
