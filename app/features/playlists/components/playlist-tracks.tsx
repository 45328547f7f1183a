import { type ComponentProps, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { moveInQueue, removeFromQueue } from "#app/features/playback/queue/follow-list.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { PagedTrackList, type TrackListHandle } from "#app/features/tracks/list/paged-track-list.tsx";
import { VirtualList } from "#app/features/tracks/list/virtual-list.tsx";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { withCursor } from "#app/lib/cursor.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { playlistPath } from "../playlist.ts";
import { optimisticInsert, optimisticRemove, shiftCursorBack } from "../reorder/optimistic-items.ts";
import { SortableRow } from "../reorder/sortable-row.tsx";
import { type PlaylistPage, SortableTracks } from "../reorder/sortable-tracks.tsx";
import { PlaylistRow } from "./playlist-row.tsx";

interface PlaylistTracksProps {
  playlist: { id: number; name: string; itemCount: number };
  first: PlaylistPage;
  isFirst: boolean;
  isOwn: boolean;
  header: ReactNode;
}

/** A playlist's tracks in order. The owner can sort them. */
export function PlaylistTracks({ playlist, first, isFirst, isOwn, header }: PlaylistTracksProps) {
  const player = usePlayer();
  const controls = useRef<TrackListHandle>(null);
  const path = playlistPath(playlist);
  const call = `/api/playlists/${playlist.id}/items`;
  const { removedIds, remove } = useRemoveItem(call, {
    onRemoved({ id: trackId, playlistItem }) {
      const list = controls.current;
      if (list && playlistItem) list.replace(optimisticRemove(list.loaded(), playlistItem.itemId));
      removeFromQueue(player, path, { trackId, next: shiftCursorBack });
    },
    onRestored(track) {
      // Without a list the playlist was empty: the page's data brings the track.
      if (!controls.current) return;
      const { tracks, next } = optimisticInsert(controls.current.loaded(), track);
      controls.current.replace({ tracks, next });
      const to = tracks.findIndex(({ id }) => id === track.id);
      const list = { tracks, next: next === null ? null : withCursor(call, next) };
      if (to >= 0) moveInQueue(player, path, { trackId: track.id, to, list });
    },
  });
  const isRemoved = useCallback(
    ({ playlistItem }: TrackListItem) => playlistItem !== undefined && removedIds.has(playlistItem.itemId),
    [removedIds],
  );
  if (first.tracks.every(isRemoved) && first.next === null) {
    return (
      <>
        {header}
        <NoTracks isFirst={isFirst} path={path} wasEmptied={removedIds.size > 0} />
      </>
    );
  }
  // Hidden tracks leave no gap in the numbers.
  const start = isFirst ? 1 : (first.tracks[0]?.playlistItem?.order ?? 1);
  const listProps = {
    first,
    label: "プレイリストの音声",
    queue: { name: playlist.name, call, isPlaylist: true, path },
    header,
  } satisfies Partial<ComponentProps<typeof PagedTrackList>>;
  if (!isOwn)
    return (
      <PagedTrackList
        {...listProps}
        renderRows={(list, heights) => <VirtualList {...list} heights={heights} />}
        renderRow={(track, position) => <PlaylistRow track={track} number={start + position} />}
      />
    );
  return (
    <SortableTracks
      playlist={playlist}
      first={first}
      start={start}
      call={call}
      controls={controls}
      onRemove={remove}
    >
      {(sortableProps) => (
        <PagedTrackList
          {...listProps}
          {...sortableProps}
          ref={controls}
          isRemoved={isRemoved}
          renderRow={(track, position) => (
            <SortableRow
              track={track}
              path={path}
              before={first.tracks[position - 1]}
              after={first.tracks[position + 1]}
              onRemove={remove}
            />
          )}
        />
      )}
    </SortableTracks>
  );
}

function NoTracks({ isFirst, path, wasEmptied }: { isFirst: boolean; path: string; wasEmptied: boolean }) {
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
      action={<FindTracksLink />}
    />
  );
}

const undoMs = 8000;

/**
 * Removes items optimistically. Reverts with a toast when the request fails; else the toast's button can undo it. `call`: URL
 * of the items. `onRemoved` and `onRestored` follow the server's confirmation.
 */
function useRemoveItem(
  call: string,
  { onRemoved, onRestored }: Record<"onRemoved" | "onRestored", (track: TrackListItem) => void>,
): {
  removedIds: ReadonlySet<number>;
  remove: (track: TrackListItem) => Promise<void>;
} {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<number>>(new Set());
  const fail = (status: number, description: string) => {
    if (status === 401) promptLogin();
    else show({ title: "エラー", description, tone: "error" });
  };
  const restore = async (track: TrackListItem, removed: unknown) => {
    const json = { trackId: track.id, order: asRecord(removed).order };
    const { ok, status, body } = await fetchJson("POST", call, { json, keepalive: true });
    const { id: itemId, order } = asRecord(body);
    if (!ok || typeof itemId !== "number" || typeof order !== "number")
      return fail(status, "元に戻せませんでした");
    onRestored({ ...track, playlistItem: { itemId, order } });
    show({ title: "元の位置に戻しました", tone: "success" });
    await revalidate();
    // The toast had the focus.
    if (document.activeElement === document.body)
      document.getElementById(`item-${itemId}`)?.querySelector("button")?.focus();
  };
  return {
    removedIds,
    async remove(track) {
      if (!track.playlistItem) return;
      const { itemId } = track.playlistItem;
      setRemovedIds((last) => new Set(last).add(itemId));
      const { ok, status, body } = await fetchJson("DELETE", `${call}/${itemId}`, { keepalive: true });
      if (ok) {
        onRemoved(track);
        const { removed } = asRecord(body);
        show({
          title: "プレイリストから外しました",
          tone: "success",
          ...(removed !== null && {
            duration: undoMs,
            action: {
              label: "元に戻す",
              hint: "音声のページの「プレイリストに追加」からも、入れ直せます",
              onClick: () => void restore(track, removed),
            },
          }),
        });
        return revalidate();
      }
      setRemovedIds((last) => new Set([...last].filter((one) => one !== itemId)));
      fail(status, "プレイリストから外せませんでした");
    },
  };
}
