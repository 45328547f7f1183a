import { setImmediate } from "node:timers/promises";
import { cutTopics, type Topic } from "./cut-topics.ts";
import { readVideo, UnusableVideo, VideoUnreachable } from "./read-video.ts";
import type { Video } from "./video.ts";

export interface ExtractedTopics {
  /** Null if the site did not answer, and topics are of the given text. */
  video: { title: string; author: string } | null;
  topics: Topic[];
}

export const noCaptionsMessage =
  "動画の字幕を取得できませんでした。字幕や説明文が手元にあれば、貼り付けるとテーマを作れます。";
export const tooLittleTextMessage =
  "貼り付けた文章が短く、テーマを作れませんでした。60文字以上の文章を貼り付けてください。";

/**
 * Cuts the given text, else the site's description, into topics by rules, adding nothing.
 *
 * Throws `UnusableVideo` (unreadable, or says too little), `VideoUnreachable` (no answer and no text), and the signal's reason.
 *
 * @param o.text captions or other text: WebVTT, SubRip or plain
 * @param o.origin answers oEmbed instead of the sites
 * @param o.onUnreachable also called if there is a text
 */
export async function extractTopics(o: {
  video: Video;
  text: string | null;
  signal: AbortSignal;
  origin?: string | undefined;
  onUnreachable?: (error: VideoUnreachable) => void;
}): Promise<ExtractedTopics> {
  const { video, text, signal, origin } = o;
  const facts = await readVideo(video, { signal, origin }).catch((error: unknown) => {
    if (!(error instanceof VideoUnreachable)) throw error;
    o.onUnreachable?.(error);
    if (text === null) throw error;
    return null;
  });
  await setImmediate();
  signal.throwIfAborted();
  const given = text === null ? null : plainCaptions(text);
  const topics = await cutTopics({
    text: given ?? facts?.description ?? "",
    source: given === null ? "説明文" : given === text ? "文章" : "字幕",
    videoTitle: facts?.title ?? null,
  });
  if (topics.length === 0) throw new UnusableVideo(text === null ? noCaptionsMessage : tooLittleTextMessage);
  return { video: facts && { title: facts.title, author: facts.author }, topics };
}

/** `00:01:02.000 --> 00:01:04.000 align:start`; SubRip has commas, hours may be missing. */
const cueTiming = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}/;
const silentBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const endOfSentence = /[。！？!?．.」』）)]$/u;

/** Of WebVTT or SubRip, on one line: no times, numbers, voice tags or repetitions. Other text is unchanged. Linear. */
export function plainCaptions(text: string): string {
  const lines = text.replace(/^\ufeff/u, "").split(/\r\n|\r|\n/u);
  if (!lines.some((line) => cueTiming.test(line.trim()))) return text;
  const spoken: string[] = [];
  let last = "";
  let state: "between" | "silent" | "first" | "next" = "between";
  for (const raw of lines) {
    const line = raw.trim();
    if (line === "") state = "between";
    else if (cueTiming.test(line)) state = "first";
    else if (state === "between" && silentBlock.test(line)) state = "silent";
    else if (state === "first" || state === "next") {
      const words = line.replace(/<[^<>]{0,200}>/gu, "").trim();
      // Rolling captions show lines twice.
      if (words === "" || words === last) continue;
      const isLatin = /[\u0021-\u007e]$/u.test(last);
      const isWrapped = state === "next" || endOfSentence.test(last);
      if (last !== "" && (isLatin || !isWrapped)) spoken.push(" ");
      spoken.push(words);
      last = words;
      state = "next";
    }
  }
  return spoken.join("");
}
