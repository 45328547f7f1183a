import type { MetaDescriptor } from "react-router";
import { documentTitle, pageMeta, signedInMeta } from "#app/features/site/page-meta.ts";
import { formatIsoDuration } from "#app/lib/format-time.ts";
import type { TrackListItem } from "./track-list-item.ts";

interface TrackPageData {
  track: Pick<
    TrackListItem,
    | "id"
    | "title"
    | "duration"
    | "isHidden"
    | "isPremiumOnly"
    | "labels"
    | "posterName"
    | "posterPath"
    | "playCount"
    | "likeCount"
  >;
  address: string;
  description: string;
  /** The wide cover; null for a signed-in viewer. */
  coverPath: string | null;
  uploadedAt: string;
  cues: readonly { text: string }[];
}

/**
 * A track page's head: link previews, schema.org `AudioObject`, the oEmbed link. A hidden track has only title and `noindex`.
 */
export function trackMeta(page: TrackPageData): MetaDescriptor[] {
  const { track, address, description } = page;
  const title = documentTitle(track.title);
  if (track.isHidden) return [{ title }, { name: "robots", content: "noindex" }];
  const summary = description || `${track.posterName}の音声`;
  if (page.coverPath === null) return signedInMeta({ title, description: summary, url: address });
  const absolute = (path: string) => new URL(path, address).href;
  const url = { image: absolute(page.coverPath), audio: absolute(`/api/stream/${track.id}`) };
  const oembed = new URL("/oembed", address);
  oembed.search = String(new URLSearchParams({ url: address, format: "json" }));
  return [
    ...pageMeta({
      title,
      heading: track.title,
      description: summary,
      url: address,
      type: "music.song",
      image: {
        url: url.image,
        alt: `${track.title}（${track.posterName}）`,
        size: { width: 1200, height: 630 },
      },
    }),
    { property: "og:audio", content: url.audio },
    { property: "og:audio:type", content: "audio/mpeg" },
    { property: "music:duration", content: String(Math.max(1, Math.round(track.duration))) },
    { property: "music:musician", content: absolute(track.posterPath) },
    {
      tagName: "link",
      rel: "alternate",
      type: "application/json+oembed",
      href: oembed.href,
      title: track.title,
    },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "AudioObject",
        name: track.title,
        description: summary,
        url: address,
        contentUrl: url.audio,
        embedUrl: absolute(`/embed/track/${track.id}`),
        encodingFormat: "audio/mpeg",
        thumbnailUrl: url.image,
        duration: formatIsoDuration(track.duration),
        ...(track.isPremiumOnly ? { isAccessibleForFree: false } : {}),
        uploadDate: page.uploadedAt,
        inLanguage: "ja",
        keywords: track.labels.join(","),
        author: { "@type": "Person", name: track.posterName, url: absolute(track.posterPath) },
        interactionStatistic: [
          counter("ListenAction", track.playCount),
          counter("LikeAction", track.likeCount),
        ],
        ...(page.cues.length > 0 ? { transcript: page.cues.map(({ text }) => text).join("\n") } : {}),
      },
    },
  ];
}

const counter = (action: string, count: number) => ({
  "@type": "InteractionCounter",
  interactionType: { "@type": action },
  userInteractionCount: count,
});
