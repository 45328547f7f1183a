import { EmbedDetails } from "#app/features/embed/components/embed-details.tsx";
import { playlistEmbedPath, playlistEmbedSize } from "#app/features/embed/embed-code.ts";
import { FeedAddress } from "#app/features/feeds/components/feed-address.tsx";
import { playlistFeedPath } from "#app/features/feeds/feed-path.ts";

/** Ways to hear a public playlist in other places: podcast programs and other sites. `address` is its page's, whole. */
export function PlaylistElsewhere(props: { playlist: { id: number; name: string }; address: string }) {
  const { playlist, address } = props;
  return (
    <section
      aria-label="ほかの場所で聴く"
      className="flex flex-wrap items-start gap-2 pt-6 max-rail:justify-center"
    >
      <FeedAddress address={new URL(playlistFeedPath(playlist), address).href} />
      <EmbedDetails
        address={new URL(playlistEmbedPath(playlist.id), address).href}
        title={playlist.name}
        height={playlistEmbedSize.height}
        explanation="ブログなどのHTMLに貼り付けると、そのページでこのプレイリストを再生できます。"
      />
    </section>
  );
}
