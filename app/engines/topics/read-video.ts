import { z } from "zod";
import { fetchPublicJson } from "./fetch-public-json.ts";
import type { Video, VideoPlatform } from "./video.ts";

/** The video can't be read, or says too little. The message is for people. */
export class UnusableVideo extends Error {}

/** The video's site does not answer properly. The message is for people, the cause for the operator. */
export class VideoUnreachable extends Error {
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super("動画のサイトから返事がありませんでした。しばらくしてから、もう一度お試しください。", { cause });
    this.host = host;
  }
}

interface VideoFacts {
  title: string;
  author: string;
  /** Empty if none: YouTube's oEmbed never has one. */
  description: string;
}

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

function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.slice(0, maxLength).toWellFormed();
}

/**
 * Reads a video by oEmbed, without a key. Throws `UnusableVideo` (missing or private), `VideoUnreachable`, and the signal's
 * reason.
 *
 * @param o.origin asked instead of the site
 */
export async function readVideo(
  video: Video,
  o: { signal: AbortSignal; origin?: string | undefined },
): Promise<VideoFacts> {
  const endpoint = endpoints[video.platform];
  const url = new URL(endpoint.path + encodeURIComponent(video.url), o.origin ?? endpoint.origin);
  const signal = AbortSignal.any([o.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { status, json } = await fetchPublicJson(url, { signal, isTrusted: o.origin !== undefined });
    if (status === 400 || status === 404) throw new UnusableVideo("この動画は見つかりませんでした。");
    if (status === 401 || status === 403)
      throw new UnusableVideo("この動画は公開されていないか、ほかのサイトでの利用が許可されていません。");
    if (status !== 200) throw new Error(`status ${status}`);
    const facts = oembed.parse(json);
    return {
      title: oneLine(facts.title, 200) || "無題の動画",
      author: oneLine(facts.author_name, 100),
      description: facts.description ?? "",
    };
  } catch (error) {
    o.signal.throwIfAborted();
    if (error instanceof UnusableVideo) throw error;
    throw new VideoUnreachable(url.host, error);
  }
}
