/** Each has a tone (`tones.ts`). No imports: runs in the browser. */
export const textKinds = [
  "news",
  "article",
  "recipe",
  "notice",
  "law",
  "story",
  "play",
  "poem",
  "letter",
  "post",
  "celebration",
  "mourning",
] as const;

/** 「article」: every other text. */
export type TextKind = (typeof textKinds)[number];

export type Mood = "neutral" | "calm" | "joy" | "mourning";

const moods: Partial<Record<TextKind, Mood>> = {
  celebration: "joy",
  post: "joy",
  mourning: "mourning",
  poem: "calm",
  letter: "calm",
  story: "calm",
};

/** The mood of a kind; `neutral` if unknown. */
export function moodOfKind(kind: TextKind | null): Mood {
  return (kind && moods[kind]) ?? "neutral";
}

/** Mourning, poems and laws are not interrupted. */
export const isQuietKind = (kind: TextKind): boolean =>
  kind === "mourning" || kind === "poem" || kind === "law";
