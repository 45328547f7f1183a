import type { BuiltInCategory } from "#app/engines/script/categories.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import type { SpeakingManner } from "./speech-engine.ts";

const newsCategory: BuiltInCategory = "ニュース";

/** How a text of this kind is spoken; where nobody knows its kind, by its labels. */
export function speakingMannerOf(text: {
  textKind?: TextKind | null;
  labels: readonly string[] | null;
}): SpeakingManner {
  const { textKind = null, labels } = text;
  const isNews = textKind === null ? labels?.includes(newsCategory) : textKind === "news";
  return { mood: moodOfKind(textKind), ...(isNews ? { stressesFigures: true } : {}) };
}
