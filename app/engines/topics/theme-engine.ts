import type { Video } from "./video.ts";

/** A theme as an engine cuts it; all three are not empty. */
export interface ExtractedTheme {
  /** One line of at most 100 UTF-16 units. */
  title: string;
  /** From where it looks at its subject: one line of at most 300. */
  perspective: string;
  /** What a script is written from: at most 1,500 characters. */
  content: string;
}

export interface ExtractedThemes {
  /** Null where its site did not answer, and the themes are of a text at hand. */
  video: { title: string; author: string } | null;
  themes: ExtractedTheme[];
}

export interface ExtractThemesOptions {
  video: Video;
  /** Captions or another text of the video that the admin has at hand: WebVTT, SubRip or plain. */
  text: string | null;
  signal: AbortSignal;
}

/**
 * Cuts a video into themes. Implementations throw `Conflict` for a video that can't be read or says too little, `Unavailable`
 * when its site does not answer and there is no text at hand, and the signal's reason when aborted.
 */
export interface ThemeEngine {
  readonly name: string;
  extract(options: ExtractThemesOptions): Promise<ExtractedThemes>;
}
