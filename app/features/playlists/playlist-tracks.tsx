import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { ListedPage } from "../tracks/listed-page.ts";
import type { ListedTrack } from "../tracks/listed-track.ts";
import { PagedTracks } from "../tracks/more-tracks.tsx";
import { playlistPath } from "./playlist-path.ts";
import { PlaylistRow } from "./playlist-row.tsx";
import { useRemoveItem } from "./use-remove-item.ts";

interface PlaylistTracksProps {
  playlist: { id: number; name: string };
  first: ListedPage;
  /** Whether `first` is the beginning of the playlist. */
  isFirst: boolean;
  isOwn: boolean;
  /** Stands above the rows; what plays in it plays the playlist. */
  head: ReactNode;
}

/** What is in a playlist, in its order, played one after another until the last. */
export function PlaylistTracks({ playlist, first, isFirst, isOwn, head }: PlaylistTracksProps) {
  const { gone, remove } = useRemoveItem(playlist.id);
  const isGone = ({ listed }: ListedTrack) => listed !== undefined && gone.has(listed.itemId);
  if (first.tracks.every(isGone) && first.next === null) {
    return (
      <>
        {head}
        <NoTracks isFirst={isFirst} path={playlistPath(playlist)} />
      </>
    );
  }
  // What the viewer may not hear leaves no gap in the numbers.
  const start = isFirst ? 1 : (first.tracks[0]?.listed?.order ?? 1);
  return (
    <PagedTracks
      first={first}
      label="プレイリストの音声"
      queue={{
        name: playlist.name,
        call: `/api/playlists/${playlist.id}/items`,
        isPlaylist: true,
        path: playlistPath(playlist),
      }}
      head={head}
      isGone={isGone}
      row={(track, position) => (
        <PlaylistRow
          track={track}
          number={start + position}
          onRemove={isOwn ? () => void remove(track) : undefined}
        />
      )}
    />
  );
}

function NoTracks({ isFirst, path }: { isFirst: boolean; path: string }) {
  if (!isFirst) {
    return (
      <EmptyState
        title="続きはありません"
        action={
          <ButtonLink to={path} variant="quiet">
            最初から見る
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="voice"
      heading="h2"
      title="このプレイリストにはまだ音声がありません"
      action={
        <ButtonLink to="/search" icon="search">
          音声をさがす
        </ButtonLink>
      }
    />
  );
}
