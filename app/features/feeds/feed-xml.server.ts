import { createHash } from "node:crypto";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import type { BuiltInCategory, fallbackCategory } from "#app/engines/script/categories.ts";
import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverPath } from "#app/features/covers/cover-path.server.ts";
import { accessibleMs } from "#app/features/tracks/excerpt.ts";
import { afterNotice, msWithNotice } from "#app/features/tracks/notice/after-notice.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { escapeXml } from "#app/lib/escape-xml.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { type Episode, type Feed, type FeedSite, feedAudioPath, feedTimesQuery } from "./feed.ts";

const siteName = "Mugen";

const namespaces = {
  version: "2.0",
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
};

/** A podcast as RSS 2.0 with the tags of Apple Podcasts and Podcasting 2.0. */
export function feedXml(feed: Feed, site: FeedSite): string {
  const { origin, guidOrigin, ownerEmail } = site;
  const { title, description, authorName, changedAt } = feed;
  const address = origin + feed.path;
  const page = origin + feed.pagePath;
  const image = origin + feed.imagePath;
  const date = changedAt && rssDate(changedAt);
  const channel = [
    element("title", { text: title }),
    element("link", { text: page }),
    element("description", { text: description || title }),
    element("language", { text: "ja" }),
    date && element("pubDate", { text: date }),
    date && element("lastBuildDate", { text: date }),
    element("generator", { text: siteName }),
    element("atom:link", { attributes: { href: address, rel: "self", type: "application/rss+xml" } }),
    `<image>${element("url", { text: image })}${element("title", { text: title })}${element("link", { text: page })}</image>`,
    element("itunes:author", { text: authorName }),
    // The operator's address: members' own are private.
    `<itunes:owner>${element("itunes:name", { text: siteName })}${ownerEmail === null ? "" : element("itunes:email", { text: ownerEmail })}</itunes:owner>`,
    element("itunes:image", { attributes: { href: image } }),
    categoryXml(podcastCategory(feed.categories)),
    element("itunes:explicit", { text: "false" }),
    ...(feed.isPrivate
      ? [element("itunes:block", { text: "Yes" }), element("podcast:block", { text: "yes" })]
      : []),
    element("itunes:type", { text: feed.type }),
    element("podcast:guid", { text: podcastGuid(guidOrigin + feed.path) }),
    // With the owner's address: Podcast Index ignores a lock without one.
    element("podcast:locked", { text: "yes", attributes: ownerEmail === null ? {} : { owner: ownerEmail } }),
    ...verificationsXml(feed.verification),
    element("podcast:medium", { text: "podcast" }),
    ...feed.episodes.map((episode) => episodeXml(episode, site)),
  ];
  const lines = channel.filter(Boolean).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss${attributesXml(namespaces)}>\n<channel>\n${lines}\n</channel>\n</rss>\n`;
}

/** Added to a premium-only track, of which feeds have the excerpt. */
const excerptNote = "プレミアム限定の音声の、冒頭30秒です。続きはMugenで、プレミアム会員の方が聴けます。";

function episodeXml(episode: Episode, { origin, guidOrigin }: FeedSite): string {
  const { track, number, description, isRecording, hasChapters, soundbites, broadcast } = episode;
  const { correctedAt, changedAt, notice } = episode;
  const hearsMs = accessibleMs(null, track);
  const seconds = Math.max(1, Math.round(msWithNotice(hearsMs, notice) / 1000));
  const timesAddress = (file: string) =>
    `${origin}/api/tracks/${track.id}/${file}${notice ? `?${feedTimesQuery}` : ""}`;
  const isExcerpt = hearsMs < track.durationMs;
  const speechCredit = track.speechCredit && `音声 ${track.speechCredit}`;
  const lines = [
    element("title", { text: track.title }),
    element("link", { text: origin + trackPath(track) }),
    // Not the page's URL, which changes with `customUserId`.
    element("guid", {
      text: guidOrigin + (broadcast?.guidPath ?? `/track/${track.id}`),
      attributes: { isPermaLink: "false" },
    }),
    element("pubDate", { text: rssDate(broadcast?.publishedAt ?? track.uploadedAt) }),
    element("description", {
      text: [
        broadcast?.reason,
        description || track.title,
        correctedAt && `${formatDate(correctedAt)}に一部を訂正しました。`,
        isExcerpt && excerptNote,
        !isRecording && aiNote,
        speechCredit,
      ]
        .filter(Boolean)
        .join("\n\n"),
    }),
    // RSS has no element for it.
    changedAt && element("atom:updated", { text: changedAt.toISOString() }),
    ...enclosuresXml(episode, origin),
    element("itunes:author", { text: track.posterName }),
    element("itunes:duration", { text: String(seconds) }),
    element("itunes:explicit", { text: "false" }),
    element("itunes:episodeType", { text: isExcerpt ? "trailer" : "full" }),
    number !== null && element("itunes:episode", { text: String(number) }),
    element("itunes:image", { attributes: { href: origin + coverPath(trackCoverSpec(track, "1400")) } }),
    !isRecording && element("podcast:txt", { text: "true", attributes: { purpose: "ai-content" } }),
    ...afterNotice(soundbites, notice).map(({ startMs, endMs, title }) =>
      element("podcast:soundbite", {
        text: title,
        attributes: {
          startTime: (startMs / 1000).toFixed(1),
          duration: ((endMs - startMs) / 1000).toFixed(1),
        },
      }),
    ),
    hasChapters &&
      element("podcast:chapters", {
        attributes: {
          url: timesAddress("chapters.json"),
          type: "application/json+chapters",
        },
      }),
    element("podcast:transcript", {
      attributes: {
        url: timesAddress("transcript.vtt"),
        type: "text/vtt",
        language: "ja",
      },
    }),
  ];
  return `<item>\n${lines.filter(Boolean).join("\n")}\n</item>`;
}

/**
 * Directories want 96 kbit/s or more and read only `enclosure`: so that is the high-quality file, if any, and the smaller one
 * is an alternative.
 */
function enclosuresXml({ track, bytes, highBytes }: Episode, origin: string): string[] {
  const type = "audio/mpeg";
  const file = (length: number, isHigh: boolean) => ({
    url: origin + feedAudioPath(track.id, { isHigh }),
    length: String(length),
  });
  const standard = file(bytes, false);
  if (highBytes === null) return [element("enclosure", { attributes: { ...standard, type } })];
  const high = file(highBytes, true);
  const alternative = (o: typeof high, attributes: Record<string, string>) =>
    `<podcast:alternateEnclosure${attributesXml({ type, length: o.length, ...attributes })}>${element("podcast:source", { attributes: { uri: o.url } })}</podcast:alternateEnclosure>`;
  return [
    element("enclosure", { attributes: { ...high, type } }),
    alternative(high, { bitrate: "128000", title: "高音質", default: "true" }),
    alternative(standard, { bitrate: "64000", title: "標準音質" }),
  ];
}

/** Apple looks for its own purpose, all others for `verify`. */
const verificationsXml = (text: string | null) =>
  text === null
    ? []
    : ["verify", "applepodcastsverify"].map((purpose) =>
        element("podcast:txt", { text, attributes: { purpose } }),
      );

function categoryXml({ name, subcategory }: PodcastCategory): string {
  if (subcategory === undefined) return element("itunes:category", { attributes: { text: name } });
  const inner = element("itunes:category", { attributes: { text: subcategory } });
  return `<itunes:category${attributesXml({ text: name })}>${inner}</itunes:category>`;
}

function element(name: string, o: { text?: string; attributes?: Record<string, string> }): string {
  const start = `<${name}${attributesXml(o.attributes ?? {})}`;
  return o.text === undefined ? `${start}/>` : `${start}>${escapeXml(o.text)}</${name}>`;
}

const attributesXml = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");

/** RFC 2822 §3.3: `Sat, 21 Nov 2026 09:05:00 +0000`. */
export const rssDate = (time: Date): string => time.toUTCString().replace(/GMT$/, "+0000");

/** UUID namespace of `podcast:guid` (Podcasting 2.0). */
const namespace = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** `podcast:guid`: the UUIDv5 of the feed's first URL, without scheme and trailing slashes. */
export function podcastGuid(address: string): string {
  const name = address.replace(/^[a-z]+:\/\//i, "").replace(/\/+$/, "");
  const hash = createHash("sha1").update(namespace).update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

interface PodcastCategory {
  name: string;
  subcategory?: string;
}

const fallbackPodcastCategory: PodcastCategory = { name: "Society & Culture" };

const byCategory: Record<BuiltInCategory | typeof fallbackCategory, PodcastCategory> = {
  ビジネス: { name: "Business", subcategory: "Management" },
  テクノロジー: { name: "Technology" },
  "健康・ウェルネス": { name: "Health & Fitness", subcategory: "Alternative Health" },
  "教育・学習": { name: "Education", subcategory: "Self-Improvement" },
  ライフスタイル: { name: "Leisure", subcategory: "Hobbies" },
  科学: { name: "Science", subcategory: "Natural Sciences" },
  歴史: { name: "History" },
  "文化・芸術": { name: "Arts", subcategory: "Visual Arts" },
  スポーツ: { name: "Sports" },
  音楽: { name: "Music", subcategory: "Music Commentary" },
  "料理・グルメ": { name: "Arts", subcategory: "Food" },
  旅行: { name: "Society & Culture", subcategory: "Places & Travel" },
  "政治・社会": { name: "News", subcategory: "Politics" },
  エンターテイメント: { name: "News", subcategory: "Entertainment News" },
  ニュース: { name: "News", subcategory: "Daily News" },
  その他: fallbackPodcastCategory,
};

/** Categories that only playlists have. */
const playlistCategories: Record<string, PodcastCategory> = {
  リラックス: { name: "Health & Fitness", subcategory: "Mental Health" },
  "勉強・集中": { name: "Education", subcategory: "Self-Improvement" },
  "睡眠・瞑想": { name: "Health & Fitness", subcategory: "Mental Health" },
};

const known = new Map(Object.entries({ ...byCategory, ...playlistCategories }));

/** The podcast category of the first name that has one; else Society & Culture. */
export function podcastCategory(names: readonly string[]): PodcastCategory {
  for (const name of names) {
    const found = known.get(name);
    if (found) return found;
  }
  return fallbackPodcastCategory;
}
