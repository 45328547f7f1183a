import type { MetaDescriptor } from "react-router";
import { isoDuration } from "#app/lib/iso-duration.ts";
import { documentTitle } from "../shell/document-title.ts";
import { pageMeta } from "../shell/page-meta.ts";
import type { ListedTrack } from "./listed-track.ts";

/** What the head of a track's page needs beside what lists show. */
export interface TrackAbout {
  track: Pick<
    ListedTrack,
    | "id"
    | "title"
    | "duration"
    | "isVisible"
    | "labels"
    | "posterName"
    | "posterPath"
    | "playCount"
    | "likeCount"
  >;
  /** The page's own whole address. */
  address: string;
  description: string;
  /** Path of the wide cover. */
  coverPath: string;
  uploadedAt: string;
  cues: readonly { text: string }[];
}

/**
 * The head of a track's page: previews, what search engines read (schema.org `AudioObject`) and where players for other
 * sites are found (oEmbed). Of a hidden track only its title, for its owner.
 */
export function trackMeta(about: TrackAbout): MetaDescriptor[] {
  const { track, address, description } = about;
  const title = documentTitle(track.title);
  if (!track.isVisible) return [{ title }, { name: "robots", content: "noindex" }];
  const whole = (path: string) => new URL(path, address).href;
  const url = { image: whole(about.coverPath), audio: whole(`/api/stream/${track.id}`) };
  const summary = description || `${track.posterName}の音声`;
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
    { property: "music:musician", content: whole(track.posterPath) },
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
        embedUrl: whole(`/embed/track/${track.id}`),
        encodingFormat: "audio/mpeg",
        thumbnailUrl: url.image,
        duration: isoDuration(track.duration),
        uploadDate: about.uploadedAt,
        inLanguage: "ja",
        keywords: track.labels.join(","),
        author: { "@type": "Person", name: track.posterName, url: whole(track.posterPath) },
        interactionStatistic: [
          counter("ListenAction", track.playCount),
          counter("LikeAction", track.likeCount),
        ],
        ...(about.cues.length > 0 ? { transcript: about.cues.map(({ text }) => text).join("\n") } : {}),
      },
    },
  ];
}

const counter = (action: string, count: number) => ({
  "@type": "InteractionCounter",
  interactionType: { "@type": action },
  userInteractionCount: count,
});
