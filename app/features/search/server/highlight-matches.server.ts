import { parseScript } from "#app/engines/script/script.ts";
import { findPublicScripts } from "#app/features/tracks/server/public-scripts.server.ts";
import type { TextPart, TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { findTurnStarts } from "#app/features/tracks/transcript/list-cues.server.ts";
import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";
import { foldText, splitWords } from "#db/search/text.ts";

interface FoldedText {
  graphemes: string[];
  folded: string;
  /** By UTF-16 unit of `folded`, the index of its grapheme. */
  origins: number[];
}

/** By grapheme, because folding changes lengths (`㌔` becomes three characters, `ｶﾞ` one). */
function foldGraphemes(text: string): FoldedText {
  const graphemes = Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);
  const parts = graphemes.map(foldText);
  return {
    graphemes,
    folded: parts.join(""),
    origins: parts.flatMap((part, grapheme) => Array.from({ length: part.length }, () => grapheme)),
  };
}

/** By grapheme, whether it is part of a (folded) word. */
function findMatches({ folded, graphemes, origins }: FoldedText, words: readonly string[]): boolean[] {
  const isMatch = graphemes.map(() => false);
  for (const word of words.filter(Boolean)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const [first = 0, last = -1] = [origins[at], origins[at + word.length - 1]];
      isMatch.fill(true, first, last + 1);
    }
  }
  return isMatch;
}

function toParts(graphemes: readonly string[], isMatch: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, text] of graphemes.entries()) {
    const last = parts.at(-1);
    const isMatching = isMatch[index] ?? false;
    if (last?.isMatch === isMatching) last.text += text;
    else parts.push({ text, isMatch: isMatching });
  }
  return parts;
}

/** The text in parts that match a (folded) word or don't. */
export function highlightMatches(text: string, words: readonly string[]): TextPart[] {
  const folded = foldGraphemes(text);
  return toParts(folded.graphemes, findMatches(folded, words));
}

const contextLength = 16;
const excerptLength = 72;

/** The text around its first match, in matching and other parts, cut with `…`; null without a match. */
export function highlightedExcerpt(text: string, words: readonly string[]): TextPart[] | null {
  const folded = foldGraphemes(text.replace(/\s+/g, " ").trim());
  const { graphemes } = folded;
  const isMatch = findMatches(folded, words);
  const first = isMatch.indexOf(true);
  if (first < 0) return null;
  // Starts near the match, because rows show only two lines.
  const start = Math.max(0, first - contextLength);
  const end = Math.min(graphemes.length, start + excerptLength);
  const parts = toParts(graphemes.slice(start, end), isMatch.slice(start, end));
  if (start > 0) parts.unshift({ text: "…", isMatch: false });
  if (end < graphemes.length) parts.push({ text: "…", isMatch: false });
  return parts;
}

/** Adds what matches the query: of the title, and of the script that everybody may read. */
export async function highlightTracks(items: TrackListItem[], query: string): Promise<TrackListItem[]> {
  const words = splitWords(query);
  if (words.length === 0 || items.length === 0) return items;
  const scripts = await findPublicScripts(items.map(({ id }) => id));
  const turns = new Map(items.map(({ id }) => [id, bestTurn(scripts.get(id) ?? "", words)]));
  const starts = await findTurnStarts(
    [...turns].flatMap(([trackId, turn]) => (turn ? [{ trackId, turn: turn.index }] : [])),
  );
  return items.map((track) => {
    const turn = turns.get(track.id) ?? null;
    return {
      ...track,
      match: {
        title: highlightMatches(track.title, words),
        turn: turn && {
          speaker: turn.speaker,
          excerpt: turn.excerpt,
          from: (starts.get(track.id) ?? 0) / 1000,
        },
      },
    };
  });
}

/** The turn with the most words, as an excerpt; null if none has any. */
function bestTurn(script: string, words: readonly string[]) {
  let best: { speaker: "A" | "B"; text: string; index: number; count: number } | null = null;
  for (const [index, { speaker, text }] of parseScript(script).entries()) {
    const folded = foldText(text);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > (best?.count ?? 0)) best = { speaker, text, index, count };
    if (count === words.length) break;
  }
  const excerpt = best && highlightedExcerpt(best.text, words);
  return best && excerpt ? { speaker: best.speaker, excerpt, index: best.index } : null;
}
