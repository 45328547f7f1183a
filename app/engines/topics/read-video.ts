import { z } from "zod";
import { Conflict, Unavailable } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { fetchJson } from "./fetch-json.ts";
import type { Video, VideoPlatform } from "./video.ts";

/** What a video's site says about it to everybody. */
export interface VideoFacts {
  title: string;
  author: string;
  /** Empty where the site gives none: YouTube's oEmbed never does. */
  description: string;
}

/** The whole answer, from the first look-up to the last byte. */
const timeoutMs = 10_000;

const endpoints: Record<VideoPlatform, { origin: string; path: string }> = {
  youtube: { origin: "https://www.youtube.com", path: "/oembed?format=json&url=" },
  vimeo: { origin: "https://vimeo.com", path: "/api/oembed.json?url=" },
};

const oembed = z.object({
  title: z.string(),
  author_name: z.string().catch(""),
  description: z.string().nullish().catch(null),
});

const unreachableMessage =
  "動画のサイトから返事がありませんでした。しばらくしてから、もう一度お試しください。";

function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.slice(0, maxLength).toWellFormed();
}

/**
 * Reads a video's title, author and description by oEmbed, which its site offers for this without a key.
 *
 * Throws `Conflict` when the video does not exist or is not open to everybody, `Unavailable` when the site does not answer as it
 * should (the cause is logged), and the signal's reason when aborted.
 *
 * @param o.origin asked instead of the video's site
 */
export async function readVideo(
  video: Video,
  o: { signal: AbortSignal; origin?: string },
): Promise<VideoFacts> {
  const endpoint = endpoints[video.platform];
  const url = new URL(endpoint.path + encodeURIComponent(video.url), o.origin ?? endpoint.origin);
  const signal = AbortSignal.any([o.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { status, json } = await fetchJson(url, { signal, isTrusted: o.origin !== undefined });
    if (status === 400 || status === 404) throw new Conflict("この動画は見つかりませんでした。");
    if (status === 401 || status === 403)
      throw new Conflict("この動画は公開されていないか、ほかのサイトでの利用が許可されていません。");
    if (status !== 200) throw new Error(`status ${status}`);
    const facts = oembed.parse(json);
    return {
      title: oneLine(facts.title, 200) || "無題の動画",
      author: oneLine(facts.author_name, 100),
      description: facts.description ?? "",
    };
  } catch (error) {
    o.signal.throwIfAborted();
    if (error instanceof Conflict) throw error;
    logger.warn({ host: url.host, err: error }, "a video could not be read");
    throw new Unavailable(unreachableMessage);
  }
}
