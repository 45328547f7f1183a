import { createHash } from "node:crypto";
import type { Feed } from "#app/features/feeds/feed.ts";
import { findFeedSite } from "#app/features/feeds/feed-site.server.ts";
import { feedXml } from "#app/features/feeds/feed-xml.server.ts";
import { LastModifiedTimes } from "#app/features/feeds/last-modified-times.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";
import { listsEntityTag } from "#app/lib/entity-tag.ts";
import { parseHttpDate } from "#app/lib/http-date.ts";

const maxAgeS = 300;
const lastModifiedTimes = new LastModifiedTimes();

export async function answerFeed(
  { request, url }: { request: Request; url: URL },
  feed: Feed,
): Promise<Response> {
  const xml = feedXml(feed, await findFeedSite(url.origin));
  const version = `"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`;
  const lastModified = lastModifiedTimes.since(url.origin + feed.path, version);
  const headers = {
    // Weak: the same for every content encoding.
    ETag: `W/${version}`,
    ...(lastModified && { "Last-Modified": lastModified.toUTCString() }),
    "Cache-Control": `${feed.isPrivate ? "private" : "public"}, max-age=${maxAgeS}`,
    ...crossOriginHeaders,
  };
  if (isNotModified(request, version, lastModified)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : xml, {
    headers: { ...headers, "Content-Type": "application/rss+xml; charset=utf-8" },
  });
}

/** `If-Modified-Since` must equal the time sent before: a later time in the same second may be older content. */
function isNotModified({ headers }: Request, version: string, lastModified: Date | null): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null) return listsEntityTag(tags, version, "weak");
  const time = headers.get("If-Modified-Since");
  return time !== null && parseHttpDate(time) === lastModified?.getTime();
}
