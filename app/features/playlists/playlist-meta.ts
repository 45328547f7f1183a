import type { MetaDescriptor } from "react-router";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { documentTitle, pageMeta, signedInMeta } from "#app/features/site/page-meta.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { describePlaylist } from "./playlist.ts";
import type { PlaylistView } from "./playlist-view.ts";

const maxTracksInMeta = 10;

interface PlaylistMetaData {
  playlist: PlaylistView;
  address: string;
  coverPath: string | null;
  tracks: readonly TrackListItem[];
}

/** `<head>` of a playlist's page with previews and schema.org data; of a private one only title and `noindex`. */
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
