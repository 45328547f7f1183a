import { createRequestThread } from "#app/engines/request-thread.ts";

/** A word of a Japanese text with its part of speech in IPADIC's terms: `kind` 名詞, `detail` 固有名詞, `subdetail` 人名. */
export interface Word {
  /** As written; all of a text's together are the text without its spaces. */
  surface: string;
  /** The dictionary form: 食べる for 食べ. */
  base: string;
  kind: string;
  detail: string;
  subdetail: string;
  /** How it is conjugated (一段) and in which form it stands (未然形); `*` for words without. */
  conjugation: string;
  form: string;
  /** In katakana as it is said (トーダイ); undefined for a word that the dictionary does not hold. */
  pronunciation?: string | undefined;
  /** In katakana as it is written (トウダイ); undefined for a word that the dictionary does not hold. */
  reading?: string | undefined;
}

/**
 * Splits texts into words, by a morphological analyser (Lindera with IPADIC, 170 MB) in a thread, which is started when it is
 * needed (0.25 s) and ends after half a second without work. 2,000 characters take about 40 ms. Rejects when the thread fails.
 */
export const analyzeWords: (texts: readonly string[]) => Promise<Word[][]> = createRequestThread({
  name: "words-thread",
  base: import.meta.url,
  idleMs: 500,
});
