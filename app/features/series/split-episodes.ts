import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import type { SourceBlock } from "#app/engines/sources/source.ts";
import { measureSpoken, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import { isLongEnough, isSpeakable } from "#app/features/creation/creation.ts";
import { maxChosenForScript } from "#app/features/creation/minutes/minutes.ts";
import { chosenText } from "#app/features/sources/sources.ts";
import { countCharacters } from "#app/lib/characters.ts";
import type { Division, PlannedEpisode } from "./series.ts";

/** The hosts add greetings, and a little to each sentence. Measured over the texts of the script engine, within a tenth. */
const hosts = { seconds: 8, share: 1.03, perSentence: 0.5 };
/** A longer paragraph is divided between its sentences. */
const wholeSeconds = 20;
/** A longer text without sentences is cut. */
const maxSentence = 1000;
/** A chapter that is too long for one script becomes episodes of this length. */
const partSeconds = 600;
/** A shorter part goes with its neighbour. */
const minSeconds = 15;

/** Approximate; without the hosts' beginning and end. */
function spokenSeconds(text: string): number {
  const { morae, commas } = measureSpoken(withoutRuby(text));
  const sentences = text.match(/[。！？!?\n]+/gu)?.length ?? 0;
  const { secondsPerMora, secondsPerComma } = unmeasuredPace;
  return (morae * secondsPerMora + commas * secondsPerComma + sentences * hosts.perSentence) * hosts.share;
}

/** Stays together: a sentence, a short paragraph, or a heading with what follows it. */
interface Piece {
  blocks: SourceBlock[];
  /** Goes on with the paragraph of the piece before. */
  continues: boolean;
  seconds: number;
}

function piecesOf(blocks: readonly SourceBlock[]): Piece[] {
  const pieces: Piece[] = [];
  let headings: SourceBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") {
      headings.push(block);
      continue;
    }
    const seconds = spokenSeconds(block.text);
    const texts = seconds > wholeSeconds ? sentencesOf(block.text) : [block.text];
    for (const [at, text] of texts.entries()) {
      const together = [...headings, { ...block, text }];
      const sum = together.reduce((total, one) => total + spokenSeconds(one.text), 0);
      pieces.push({ blocks: together, continues: at > 0, seconds: sum });
      headings = [];
    }
  }
  return pieces;
}

const sentence = new RegExp(`[^。！？!?\\n]{0,${maxSentence}}[。！？!?\\n]*[」』）)]*`, "gu");

const sentencesOf = (text: string) => (text.match(sentence) ?? []).filter((part) => part !== "");

function joinPieces(pieces: readonly Piece[]): SourceBlock[] {
  const blocks: SourceBlock[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = blocks.at(-1);
    const [first] = piece.blocks;
    if (at > 0 && piece.continues && last && first) last.text += first.text;
    else blocks.push(...piece.blocks.map((block) => ({ ...block })));
  }
  return blocks;
}

const textOf = (blocks: readonly SourceBlock[]) =>
  chosenText(
    blocks,
    blocks.map((_, at) => at),
  );

/** All parts are alike, about `seconds` long: the last is no remainder. */
function divide(pieces: readonly Piece[], seconds: number): Piece[][] {
  const total = pieces.reduce((sum, piece) => sum + piece.seconds, 0);
  const count = Math.max(1, Math.round(total / Math.max(1, seconds - hosts.seconds)));
  const parts: Piece[][] = [[]];
  let sum = 0;
  for (const piece of pieces) {
    const bound = (parts.length * total) / count;
    const isNearer = Math.abs(sum - bound) <= Math.abs(sum + piece.seconds - bound);
    if (parts.length < count && isNearer && parts.at(-1)?.length) parts.push([]);
    parts.at(-1)?.push(piece);
    sum += piece.seconds;
  }
  return parts.flatMap(halved);
}

/** Halves a part until each fits one script. */
function halved(part: Piece[]): Piece[][] {
  if (part.length < 2 || countCharacters(textOf(joinPieces(part))) <= maxChosenForScript) return [part];
  const middle = Math.ceil(part.length / 2);
  return [...halved(part.slice(0, middle)), ...halved(part.slice(middle))];
}

/** The first heading is the episode's name and is not read aloud. */
function toEpisode(blocks: readonly SourceBlock[], heading = headingOf(blocks)): PlannedEpisode {
  const isNamed = heading !== "" && blocks[0]?.kind === "heading" && blocks.length > 1;
  const text = textOf(isNamed ? blocks.slice(1) : blocks);
  return { heading, text, seconds: Math.round(hosts.seconds + spokenSeconds(text)) };
}

const headingOf = ([first]: readonly SourceBlock[]) =>
  first?.kind === "heading" ? withoutRuby(first.text).replace(/\s+/gu, " ").trim() : "";

const canBeSpoken = (text: string) => isSpeakable(text) && isLongEnough(text);
const isEnough = (text: string) => canBeSpoken(text) && spokenSeconds(text) >= minSeconds;

/** Splits at the highest level of headings that occurs twice; null without such headings. */
function sectionsOf(blocks: readonly SourceBlock[]): SourceBlock[][] | null {
  const levels = blocks.flatMap(({ kind, level = 1 }) => (kind === "heading" ? [level] : []));
  const level = levels
    .filter((one) => levels.filter((other) => other === one).length > 1)
    .sort((one, other) => one - other)[0];
  if (level === undefined) return null;
  const sections: SourceBlock[][] = [[]];
  for (const block of blocks) {
    const begins = block.kind === "heading" && (block.level ?? 1) <= level;
    // A section with too little text, such as the title of a part, goes before the next one.
    const before = sections.at(-1) ?? [];
    const body = before.filter(({ kind }) => kind !== "heading");
    if (begins && isEnough(textOf(body))) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}

/** A title of the whole that stands right before the first chapter's: it names the series, the chapter its episode. */
function withoutTitle(blocks: readonly SourceBlock[]): readonly SourceBlock[] {
  const [title, chapter] = blocks;
  if (title?.kind !== "heading" || chapter?.kind !== "heading") return blocks;
  const rest = blocks.slice(1);
  const isAbove = rest.every(({ kind, level = 1 }) => kind !== "heading" || level > (title.level ?? 1));
  return isAbove ? rest : blocks;
}

/**
 * Uses all of the text in its order, but for its title. Empty without chapters, and for text that can't be spoken. Deterministic.
 */
export function splitEpisodes(all: readonly SourceBlock[], division: Division): PlannedEpisode[] {
  const blocks = withoutTitle(all);
  if (division !== "chapters")
    return mergeShort(
      divide(piecesOf(blocks), Number(division) * 60).map((part) => toEpisode(joinPieces(part))),
    );
  const episodes = (sectionsOf(blocks) ?? []).flatMap((section) => {
    if (countCharacters(textOf(section)) <= maxChosenForScript) return [toEpisode(section)];
    const parts = divide(piecesOf(section), partSeconds);
    const heading = headingOf(section);
    return parts.map((part, at) =>
      toEpisode(joinPieces(part), heading && `${heading}（${at + 1}/${parts.length}）`),
    );
  });
  return mergeShort(episodes);
}

/** A part that can't be an episode, for example a line of signs at the end, goes with the one before. */
function mergeShort(episodes: readonly PlannedEpisode[]): PlannedEpisode[] {
  const merged: PlannedEpisode[] = [];
  for (const episode of episodes) {
    const last = merged.at(-1);
    if (isEnough(episode.text) || (!last && canBeSpoken(episode.text))) merged.push(episode);
    else if (last)
      merged[merged.length - 1] = {
        ...last,
        text: `${last.text}\n\n${episode.text}`,
        seconds: last.seconds + Math.round(spokenSeconds(episode.text)),
      };
  }
  return merged;
}
