import { type Cue, trackPath } from "#app/features/tracks/track.ts";

/** A passage of a track: from a sentence of a turn of its script to another one, both included, counted from 0. */
export interface ClipRange {
  firstTurn: number;
  firstSentence: number;
  lastTurn: number;
  lastSentence: number;
}

export const maxClipSentences = 5;
/** Clips that a member keeps. */
export const maxClips = 500;

export const clipPath = ({ id }: { id: string }): string => `/clip/${id}`;

/** Where a passage of a track is picked. */
export const pickClipPath = (trackId: number): string => `/track/${trackId}/clip`;

/** A passage as it is shown and heard. */
export interface ClipView {
  id: string;
  trackId: number;
  title: string;
  authorName: string;
  /** Path of the track's page. */
  trackPath: string;
  labels: string[];
  sentences: Pick<Cue, "speaker" | "text" | "startMs">[];
  startMs: number;
  endMs: number;
}

/** A sentence of a transcript with its place: which one of its turn it is. */
interface PlacedSentence {
  cue: Cue;
  sentence: number;
}

/** The sentences of a transcript in their order, each with its place in its turn. */
export function placeSentences(cues: readonly Cue[]): PlacedSentence[] {
  const counts = new Map<number, number>();
  return cues.map((cue) => {
    const sentence = counts.get(cue.turn) ?? 0;
    counts.set(cue.turn, sentence + 1);
    return { cue, sentence };
  });
}

/**
 * The sentences of a passage among those that the viewer may read. A correction may have made its turn shorter: then it begins, or
 * ends, with the last sentence that there is. Empty when a turn of it is not there: it may not be read, or is gone.
 */
export function sentencesOf(cues: readonly Cue[], range: ClipRange, o: { isWhole: boolean }): Cue[] {
  const placed = placeSentences(cues);
  const indexOf = (turn: number, sentence: number) => {
    const exact = placed.findIndex((one) => one.cue.turn === turn && one.sentence === sentence);
    // Of an excerpt, what is missing may be what must not be read.
    if (exact >= 0 || !o.isWhole) return exact;
    return placed.findLastIndex((one) => one.cue.turn === turn);
  };
  const [first, last] = [
    indexOf(range.firstTurn, range.firstSentence),
    indexOf(range.lastTurn, range.lastSentence),
  ];
  if (first < 0 || last < first) return [];
  return placed.slice(first, last + 1).map(({ cue }) => cue);
}

/** A sentence's place as forms send it: 「3.0」. */
export const placeOf = ({ cue, sentence }: PlacedSentence): string => `${cue.turn}.${sentence}`;

/** The sentences that are picked in a transcript, by their indexes: both ends are included. */
export interface PickedSentences {
  first: number;
  last: number;
}

/**
 * The pick after a press on the sentence `index`. The first press picks one, another one stretches the pick to it. A press on what is
 * picked already, or too far for a passage (`isTooLong`), begins anew there.
 */
export function pickSentence(
  picked: PickedSentences | null,
  index: number,
): PickedSentences & { isTooLong: boolean } {
  const alone = { first: index, last: index, isTooLong: false };
  if (!picked || (picked.first <= index && index <= picked.last)) return alone;
  const stretched = { first: Math.min(picked.first, index), last: Math.max(picked.last, index) };
  const isTooLong = stretched.last - stretched.first >= maxClipSentences;
  return isTooLong ? { ...alone, isTooLong } : { ...stretched, isTooLong };
}

/** What a viewer sees of a clip; null when its sentences may not be read or are gone. */
export function toClipView(
  clip: ClipRange & { id: string },
  track: {
    id: number;
    userId: string;
    title: string;
    posterName: string;
    posterCustomUserId: string | null;
    labels: string[];
  },
  sentences: readonly Cue[],
): ClipView | null {
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (!first || !last) return null;
  return {
    id: clip.id,
    trackId: track.id,
    title: track.title,
    authorName: track.posterName,
    trackPath: trackPath(track),
    labels: track.labels,
    sentences: sentences.map(({ speaker, text, startMs }) => ({ speaker, text, startMs })),
    startMs: first.startMs,
    endMs: last.endMs,
  };
}

/** The words of a passage in one line, as quotes have them. */
export const clipText = ({ sentences }: Pick<ClipView, "sentences">): string =>
  sentences.map(({ text }) => text).join("");

/** The track's sound from the passage's begin to its end, where the browser stops by itself (Media Fragments). */
export const clipSound = ({ trackId, startMs, endMs }: ClipView): string =>
  `/api/stream/${trackId}#t=${(startMs / 1000).toFixed(2)},${(endMs / 1000).toFixed(2)}`;

/** Clips as Markdown: each a quote with its source. `origin` as in `https://mugen.example`. */
export function clipsMarkdown(clips: readonly ClipView[], origin: string): string {
  // What is a mark in Markdown stands there as itself.
  const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+\-!<>|~]/g, "\\$&");
  const one = (clip: ClipView) =>
    [
      ...clip.sentences.map(({ text }) => `> ${plain(text)}`),
      "",
      `— [${plain(clip.title)}](${origin}${clipPath(clip)})、${plain(clip.authorName)}`,
    ].join("\n");
  return `# 一節ノート\n\n${clips.map(one).join("\n\n---\n\n")}\n`;
}
