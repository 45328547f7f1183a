/**
 * The kinds of texts, each with a tone: how the hosts open, close and react (`tones.ts`). Runs in the browser too, so it
 * imports nothing.
 */
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

/** 「article」, what explains or considers something, is every text that is of no other kind. */
export type TextKind = (typeof textKinds)[number];

/** In which mood a text is spoken; `neutral` for most. */
export type Mood = "neutral" | "calm" | "joy" | "mourning";

const moods: Partial<Record<TextKind, Mood>> = {
  celebration: "joy",
  post: "joy",
  mourning: "mourning",
  poem: "calm",
  letter: "calm",
  story: "calm",
};

/** The mood in which a text of a kind is spoken; `neutral` for one whose kind nobody knows. */
export function moodOfKind(kind: TextKind | null): Mood {
  return (kind && moods[kind]) ?? "neutral";
}

/** Whether the hosts add nothing between the lines of a text: who mourns, recites or reads a rule out is not interrupted. */
export const isQuietKind = (kind: TextKind): boolean =>
  kind === "mourning" || kind === "poem" || kind === "law";
