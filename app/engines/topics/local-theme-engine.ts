import { setImmediate } from "node:timers/promises";
import { Conflict, Unavailable } from "#app/features/domain-error.ts";
import { cutThemes } from "./cut-themes.ts";
import { plainCaptions } from "./plain-captions.ts";
import { readVideo } from "./read-video.ts";
import type { ThemeEngine } from "./theme-engine.ts";

export const noCaptionsMessage =
  "動画の字幕を取得できませんでした。字幕や説明文が手元にあれば、貼り付けるとテーマを作れます。";
export const tooLittleTextMessage =
  "貼り付けた文章が短く、テーマを作れませんでした。60文字以上の文章を貼り付けてください。";

/**
 * The theme engine without key or model: it cuts the text that it is given, else the description that the video's site
 * offers, by rules, and adds nothing to it. A video without either has no themes. A text at hand is cut also when the site does not answer.
 *
 * @param o.origin answers oEmbed requests instead of the video sites
 */
export function createLocalThemeEngine(o: { origin?: string } = {}): ThemeEngine {
  return {
    name: "local",
    async extract({ video, text, signal }) {
      const facts = await readVideo(video, { signal, ...o }).catch((error: unknown) => {
        // What is at hand needs no site; the cause has been logged.
        if (error instanceof Unavailable && text !== null) return null;
        throw error;
      });
      await setImmediate();
      signal.throwIfAborted();
      const given = text === null ? null : plainCaptions(text);
      const themes = await cutThemes({
        text: given ?? facts?.description ?? "",
        source: given === null ? "説明文" : given === text ? "文章" : "字幕",
        videoTitle: facts?.title ?? null,
      });
      if (themes.length === 0) throw new Conflict(text === null ? noCaptionsMessage : tooLittleTextMessage);
      return { video: facts && { title: facts.title, author: facts.author }, themes };
    },
  };
}
