import { type Cue, trackPath } from "#app/features/tracks/track.ts";

/** A passage from one sentence of a script's turn to another, both included, counted from 0. */
export interface ClipRange {
  firstTurn: number;
  firstSentence: number;
  lastTurn: number;
  lastSentence: number;
}

export const maxClipSentences = 5;
export const maxClips = 500;

export const clipPath = ({ id }: { id: string }): string => `/clip/${id}`;

/** The page that picks a passage. */
export const pickClipPath = (trackId: number): string => `/track/${trackId}/clip`;

interface PlacedSentence {
  cue: Cue;
  sentence: number;
}

/** Each sentence with its index in its turn. */
export function placeSentences(cues: readonly Cue[]): PlacedSentence[] {
  const counts = new Map<number, number>();
  return cues.map((cue) => {
    const sentence = counts.get(cue.turn) ?? 0;
    counts.set(cue.turn, sentence + 1);
    return { cue, sentence };
  });
}

/**
 * The passage's sentences that the viewer may read. After a correction shortened a turn, the passage begins or ends with the
 * turn's last sentence. Empty if a turn is missing or may not be read.
 */
export function sentencesOf(cues: readonly Cue[], range: ClipRange, o: { isWhole: boolean }): Cue[] {
  const placed = placeSentences(cues);
  const indexOf = (turn: number, sentence: number) => {
    const exact = placed.findIndex((one) => one.cue.turn === turn && one.sentence === sentence);
    // In an excerpt, a missing sentence may be one that must not be read.
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

/** A sentence's place in forms: 「3.0」. */
export const placeOf = ({ cue, sentence }: PlacedSentence): string => `${cue.turn}.${sentence}`;

/** Indexes in the transcript, both included. */
interface PickedSentences {
  first: number;
  last: number;
}

/**
 * The pick after a click on sentence `index`: the first picks one, the next stretches the pick. A click inside it, or too far
 * away (`isTooLong`), begins anew.
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

export type ClipView = NonNullable<ReturnType<typeof toClipView>>;

/** What a viewer sees of a clip; null if its sentences are gone or may not be read. */
export function toClipView(
  clip: ClipRange & { id: string },
  track: {
    id: number;
    coverId: number;
    userId: string;
    title: string;
    posterName: string;
    posterCustomUserId: string | null;
    labels: string[];
  },
  sentences: readonly Cue[],
) {
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (!first || !last) return null;
  return {
    id: clip.id,
    trackId: track.id,
    coverId: track.coverId,
    title: track.title,
    authorName: track.posterName,
    trackPath: trackPath(track),
    labels: track.labels,
    sentences: sentences.map(({ speaker, text, startMs }) => ({ speaker, text, startMs })),
    startMs: first.startMs,
    endMs: last.endMs,
  };
}

/** The passage's words in one line. */
export const clipText = ({ sentences }: Pick<ClipView, "sentences">): string =>
  sentences.map(({ text }) => text).join("");

/** The sound from begin to end, where the browser stops by itself (Media Fragments). */
export const clipSound = ({ trackId, startMs, endMs }: ClipView): string =>
  `/api/stream/${trackId}#t=${(startMs / 1000).toFixed(2)},${(endMs / 1000).toFixed(2)}`;

/** Clips as Markdown quotes with their source. `origin` as in `https://mugen.example`. */
export function clipsMarkdown(clips: readonly ClipView[], origin: string): string {
  // Escapes Markdown's marks.
  const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+\-!<>|~]/g, "\\$&");
  const one = (clip: ClipView) =>
    [
      ...clip.sentences.map(({ text }) => `> ${plain(text)}`),
      "",
      `— [${plain(clip.title)}](${origin}${clipPath(clip)})、${plain(clip.authorName)}`,
    ].join("\n");
  return `# 一節ノート\n\n${clips.map(one).join("\n\n---\n\n")}\n`;
}
