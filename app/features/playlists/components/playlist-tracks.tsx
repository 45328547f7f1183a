import { type ReactNode, useCallback, useEffect, useId, useRef } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { type ListControls, PagedTracks } from "#app/features/tracks/components/more-tracks.tsx";
import { WindowedRows } from "#app/features/tracks/components/windowed-rows.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useRemoveItem } from "../hooks/use-remove-item.ts";
import { oneEarlier, pageWithout } from "../page-without.ts";
import { playlistPath } from "../playlist-path.ts";
import { ArrangeableTracks } from "./arrangeable-tracks.tsx";
import { OwnPlaylistRow } from "./own-playlist-row.tsx";
import { PlaylistRow } from "./playlist-row.tsx";

interface PlaylistTracksProps {
  playlist: { id: number; name: string; itemCount: number };
  first: ListedPage;
  /** Whether `first` is the beginning of the playlist. */
  isFirst: boolean;
  isOwn: boolean;
  /** Stands above the rows; what plays in it plays the playlist. */
  head: ReactNode;
}

/** What is in a playlist, in its order, played one after another until the last. */
export function PlaylistTracks({ playlist, first, isFirst, isOwn, head }: PlaylistTracksProps) {
  const player = usePlayer();
  const controls = useRef<ListControls>(null);
  const path = playlistPath(playlist);
  const { gone, remove } = useRemoveItem(playlist.id, ({ id: trackId, listed }) => {
    const list = controls.current;
    if (list && listed) list.change(pageWithout(list.loaded(), listed.itemId));
    player.removeFromQueue(path, { trackId, next: oneEarlier });
  });
  const isGone = useCallback(
    ({ listed }: ListedTrack) => listed !== undefined && gone.has(listed.itemId),
    [gone],
  );
  if (first.tracks.every(isGone) && first.next === null) {
    return (
      <>
        {head}
        <NoTracks isFirst={isFirst} path={path} wasEmptied={gone.size > 0} />
      </>
    );
  }
  // What the viewer may not hear leaves no gap in the numbers.
  const start = isFirst ? 1 : (first.tracks[0]?.listed?.order ?? 1);
  const call = `/api/playlists/${playlist.id}/items`;
  const rows = {
    first,
    label: "プレイリストの音声",
    queue: { name: playlist.name, call, isPlaylist: true, path },
    head,
  };
  if (!isOwn)
    return (
      <PagedTracks
        {...rows}
        rows={(list, heights) => <WindowedRows {...list} heights={heights} />}
        row={(track, position) => <PlaylistRow track={track} number={start + position} />}
      />
    );
  return (
    <ArrangeableTracks playlist={playlist} start={start} call={call} controls={controls} onRemove={remove}>
      {(arranged) => (
        <PagedTracks
          {...rows}
          {...arranged}
          controls={controls}
          isGone={isGone}
          row={(track, position) => (
            <OwnPlaylistRow
              track={track}
              path={path}
              before={first.tracks[position - 1]}
              after={first.tracks[position + 1]}
              onRemove={remove}
            />
          )}
        />
      )}
    </ArrangeableTracks>
  );
}

/** With `wasEmptied`, the last row has gone with the focus in it. */
function NoTracks(props: { isFirst: boolean; path: string; wasEmptied: boolean }) {
  const { isFirst, path, wasEmptied } = props;
  const titleId = useId();
  useEffect(() => {
    if (wasEmptied && document.activeElement === document.body) document.getElementById(titleId)?.focus();
  }, [wasEmptied, titleId]);
  if (!isFirst) {
    return (
      <EmptyState
        title="続きはありません"
        titleId={titleId}
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
      titleId={titleId}
      action={
        <ButtonLink to="/search" icon="search">
          音声をさがす
        </ButtonLink>
      }
    />
  );
}
