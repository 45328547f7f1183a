import {
  closingReplies,
  closings,
  handovers,
  openingReplies,
  openingsOfOneLine,
  openingsWithoutTitle,
  openingsWithTitle,
  quietOpeningReplies,
} from "./phrases.ts";
import { withoutNotes } from "./unchecked-notes.ts";

const fixed: readonly string[] = [
  ...openingsWithoutTitle,
  ...openingsOfOneLine,
  ...openingReplies,
  ...quietOpeningReplies,
  ...closings,
  ...closingReplies,
  ...handovers,
];

function readOpening(text: string): { title: string; rest: string } | null {
  for (const template of openingsWithTitle) {
    const [before = "", after = ""] = template.split("{title}");
    const end = text.startsWith(before) ? text.indexOf(after, before.length) : -1;
    if (end > 0) return { title: text.slice(before.length, end), rest: text.slice(end + after.length) };
  }
  return null;
}

/** The title that an opening turn announces; null when it announces none. */
export function openingTitle(text: string): string | null {
  return readOpening(text)?.title ?? null;
}

/**
 * A turn's text without what the hosts say about the talk itself, the announced title included, so that a
 * check of the script looks only at the member's claims.
 */
export function withoutHostWords(text: string): string {
  const bare = fixed.reduce((left, phrase) => left.replaceAll(phrase, ""), withoutNotes(text));
  return readOpening(bare)?.rest ?? bare;
}
