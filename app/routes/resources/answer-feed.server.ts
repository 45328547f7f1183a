import { createHash } from "node:crypto";
import { ChangeTimes } from "#app/features/feeds/change-times.ts";
import type { Feed } from "#app/features/feeds/feed.ts";
import { feedXml } from "#app/features/feeds/server/feed-xml.server.ts";
import { listsEntityTag } from "#app/features/playback/entity-tag.ts";
import { parseHttpDate } from "#app/features/playback/http-date.ts";
import { forOtherSites } from "#app/http/for-other-sites.ts";

const keptS = 300;
const changes = new ChangeTimes();

/** Answers with a feed, or with 304 to whoever has it. */
export function answerFeed({ request, url }: { request: Request; url: URL }, feed: Feed): Response {
  const xml = feedXml(feed, url.origin);
  const version = `"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`;
  const since = changes.since(url.origin + feed.path, version);
  const headers = {
    // The same in every encoding.
    ETag: `W/${version}`,
    "Last-Modified": since.toUTCString(),
    "Cache-Control": `public, max-age=${keptS}`,
    ...forOtherSites,
  };
  if (isKnown(request, version, since)) return new Response(null, { status: 304, headers });
  const about = { ...headers, "Content-Type": "application/rss+xml; charset=utf-8" };
  return new Response(request.method === "HEAD" ? null : xml, { headers: about });
}

/** The time has to be the very one that was given: within a second nothing tells two contents apart. */
function isKnown({ headers }: Request, version: string, since: Date): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null) return listsEntityTag(tags, version, "weak");
  const time = headers.get("If-Modified-Since");
  return time !== null && parseHttpDate(time) === since.getTime();
}
