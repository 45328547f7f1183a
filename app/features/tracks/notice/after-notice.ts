import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { noticeMs } from "#app/lib/notice-length.ts";

interface Timed {
  startMs: number;
  endMs: number;
}

interface SpokenLine extends Timed {
  speaker: "A" | "B";
  text: string;
}

/** Times in a file that begins with the notice; null: as they are. */
export const afterNotice = <Part extends Timed>(parts: readonly Part[], notice: Timed | null): Part[] =>
  parts.map((part) =>
    notice ? { ...part, startMs: part.startMs + noticeMs, endMs: part.endMs + noticeMs } : part,
  );

/** The sentences of a file that begins with the notice, which is the first of them. */
export const linesAfterNotice = (cues: readonly SpokenLine[], notice: Timed | null): SpokenLine[] => [
  ...(notice ? [{ speaker: "A" as const, text: aiNote, startMs: notice.startMs, endMs: notice.endMs }] : []),
  ...afterNotice(cues, notice),
];

/** The notice is no chapter: the first one still begins with the file. */
export const chaptersAfterNotice = <Chapter extends { startMs: number }>(
  chapters: readonly Chapter[],
  notice: Timed | null,
): Chapter[] =>
  chapters.map((chapter) =>
    notice && chapter.startMs > 0 ? { ...chapter, startMs: chapter.startMs + noticeMs } : chapter,
  );

/** The length of a file that begins with it. */
export const msWithNotice = (ms: number, notice: Timed | null): number => (notice ? ms + noticeMs : ms);
