import { createHash } from "node:crypto";
import { tones } from "./tones.ts";

// Phrases for all kinds of texts; the rest is in `tones.ts`.

/** Hosts don't answer the text's questions. */
export const afterQuestions = ["うーん。", "考えてしまいますね。", "どうでしょうねえ。"] as const;

/** An interviewer asks these only if the next sentence answers. */
export const reasonQuestions = [
  "どうしてでしょう。",
  "それは、なぜでしょう。",
  "というと、理由は。",
] as const;
export const exampleQuestions = ["たとえば、どんなことでしょう。", "たとえば、というと。"] as const;

export const summaries = [
  "ここまで、わかりました。",
  "ここで、ひと区切りですね。",
  "ひとつ、わかってきました。",
] as const;
/** `{word}`: a heading or spoken word. */
export const headingQuestions = [
  "「{word}」について、聞かせてください。",
  "では、「{word}」を教えてください。",
  "次に、「{word}」についてうかがいます。",
] as const;
export const topicQuestions = [
  "{word}について、教えてください。",
  "{word}のことを、聞かせてください。",
  "{word}については、いかがですか。",
] as const;
export const listQuestions = ["ひとつずつ、教えてください。", "順に、聞かせてください。"] as const;
export const firstQuestions = [
  "では、聞かせてください。",
  "はじめから、聞かせてください。",
  "さっそくですが、聞かせてください。",
] as const;
export const followUps = [
  "その先も、聞かせてください。",
  "続きを、うかがえますか。",
  "そのあとのことも、お願いします。",
  "もう少し、お話しいただけますか。",
] as const;
/** Follow-ups after sad or harsh things. */
export const quietFollowUps = ["続きを、お願いします。", "はい。その先も、聞かせてください。"] as const;

const pointsAnnounced = "要点は、{count}つです。";

/** Says how many points follow. */
export const pointsCount = (count: number): string => pointsAnnounced.replace("{count}", `${count}`);

export const itemNumbers = [
  "ひとつめ、",
  "ふたつめ、",
  "みっつめ、",
  "よっつめ、",
  "いつつめ、",
  "むっつめ、",
  "ななつめ、",
  "やっつめ、",
  "ここのつめ、",
  "とおめ、",
] as const;

/** Phrases without placeholders, which the fact check skips. */
const fixedPhrases: ReadonlySet<string> = new Set([
  ...Object.values(tones).flatMap((tone) => [
    ...tone.openingsWithoutTitle,
    ...tone.replies,
    ...tone.closings,
    ...tone.thanks,
    ...tone.reactions,
    ...tone.neutral,
  ]),
  ...afterQuestions,
  ...reasonQuestions,
  ...exampleQuestions,
  ...summaries,
  ...listQuestions,
  ...firstQuestions,
  ...followUps,
  ...quietFollowUps,
]);

const templates = [
  ...Object.values(tones).flatMap(({ openings }) => openings),
  ...headingQuestions,
  ...topicQuestions,
  pointsAnnounced,
];

/** Whether a text is a host's phrase, also with a word in its place. */
export function isHostPhrase(text: string): boolean {
  if (fixedPhrases.has(text)) return true;
  return templates.some((template) => {
    const [before = "", after = ""] = template.split(/\{\w+\}/u);
    return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  });
}

/** Whether a script has the phrase, or one made of its template. */
export function containsPhrase(script: string, phrase: string): boolean {
  const [before = "", after = ""] = phrase.split("{title}");
  if (!phrase.includes("{title}")) return script.includes(phrase);
  return script.startsWith(`A: ${before}`) && (script.split("\n")[0] ?? "").endsWith(after);
}

export interface PhrasePicker {
  /** All come once before any repeats; never twice in a row. */
  pick(pool: readonly string[]): string;
  /** By the seed. */
  chance(probability: number): boolean;
}

/** Mulberry32, [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Deterministic: same text, same script. */
export function createPhrasePicker(seedText: string): PhrasePicker {
  const random = randomFrom(createHash("sha256").update(seedText).digest().readUInt32LE());
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
