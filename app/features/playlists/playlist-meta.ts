import type { MetaDescriptor } from "react-router";
import { feedLink } from "../feeds/feed-link.ts";
import { playlistFeedPath } from "../feeds/feed-path.ts";
import { documentTitle } from "../shell/document-title.ts";
import { pageMeta } from "../shell/page-meta.ts";
import type { ListedTrack } from "../tracks/listed-track.ts";
import { describePlaylist } from "./describe-playlist.ts";
import type { ShownPlaylist } from "./shown-playlist.ts";

/** What the head of a playlist's page needs. */
export interface PlaylistAbout {
  playlist: ShownPlaylist;
  /** The address that people are given of it, whole. */
  address: string;
  /** Path of the wide cover. */
  coverPath: string;
  tracks: readonly ListedTrack[];
}

/**
 * The head of a playlist's page: previews and what search engines read (schema.org `MusicPlaylist`). Of a private one
 * only its title, for its owner.
 */
export function playlistMeta({ playlist, address, coverPath, tracks }: PlaylistAbout): MetaDescriptor[] {
  const { name, owner, isPublic, itemCount, categories, followerCount } = playlist;
  const title = documentTitle(name);
  if (!isPublic) return [{ title }, { name: "robots", content: "noindex" }];
  const whole = (path: string) => new URL(path, address).href;
  const description = describePlaylist(playlist);
  const image = whole(coverPath);
  const oembed = new URL("/oembed", address);
  oembed.search = String(new URLSearchParams({ url: address, format: "json" }));
  return [
    ...pageMeta({
      title,
      heading: name,
      description,
      url: address,
      type: "music.playlist",
      image: { url: image, alt: `${name}（${owner.name}）`, size: { width: 1200, height: 630 } },
    }),
    feedLink({ title: name, address: whole(playlistFeedPath(playlist)) }),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/json+oembed",
      href: oembed.href,
      title: name,
    },
    { property: "music:creator", content: whole(owner.path) },
    { property: "music:song_count", content: String(itemCount) },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "MusicPlaylist",
        name,
        description,
        url: address,
        image,
        numTracks: itemCount,
        inLanguage: "ja",
        keywords: categories.join(","),
        author: { "@type": "Person", name: owner.name, url: whole(owner.path) },
        interactionStatistic: {
          "@type": "InteractionCounter",
          interactionType: { "@type": "FollowAction" },
          userInteractionCount: followerCount,
        },
        track: {
          "@type": "ItemList",
          itemListElement: tracks.slice(0, mostNamed).map((track, index) => ({
            "@type": "ListItem",
            position: index + 1,
            url: whole(track.path),
            name: track.title,
          })),
        },
      },
    },
  ];
}

/** Tracks that search engines are told by name. */
const mostNamed = 10;
