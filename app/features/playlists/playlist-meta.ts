import type { MetaDescriptor } from "react-router";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { documentTitle, pageMeta, signedInMeta } from "#app/features/site/page-meta.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { describePlaylist } from "./playlist.ts";
import type { PlaylistView } from "./playlist-view.ts";

/** Tracks listed in the structured data. */
const maxTracksInMeta = 10;

/** What the `<head>` of a playlist's page is made from. */
export interface PlaylistMetaData {
  playlist: PlaylistView;
  /** Absolute URL to share. */
  address: string;
  /** Path of the cover for link previews (1200×630); null for a signed-in viewer. */
  coverPath: string | null;
  tracks: readonly TrackListItem[];
}

/**
 * `<head>` of a playlist's page: OpenGraph, `links`, oEmbed and schema.org `MusicPlaylist`. A private playlist gets only
 * its title and `noindex`.
 */
export function playlistMeta(data: PlaylistMetaData, links: MetaDescriptor[]): MetaDescriptor[] {
  const { playlist, address, coverPath, tracks } = data;
  const { name, owner, isPublic, itemCount, categories, followerCount } = playlist;
  const title = documentTitle(name);
  if (!isPublic) return [{ title }, { name: "robots", content: "noindex" }];
  const description = describePlaylist(playlist);
  if (coverPath === null) return [...signedInMeta({ title, description, url: address }), ...links];
  const absoluteUrl = (path: string) => new URL(path, address).href;
  const image = absoluteUrl(coverPath);
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
    ...links,
    {
      tagName: "link",
      rel: "alternate",
      type: "application/json+oembed",
      href: oembed.href,
      title: name,
    },
    { property: "music:creator", content: absoluteUrl(owner.path) },
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
        author: { "@type": "Person", name: owner.name, url: absoluteUrl(owner.path) },
        interactionStatistic: {
          "@type": "InteractionCounter",
          interactionType: { "@type": "FollowAction" },
          userInteractionCount: followerCount,
        },
        track: {
          "@type": "ItemList",
          itemListElement: tracks.slice(0, maxTracksInMeta).map((track, index) => ({
            "@type": "ListItem",
            position: index + 1,
            url: absoluteUrl(pageOfTrack(track)),
            name: track.title,
          })),
        },
      },
    },
  ];
}
