import { useEffect, useEffectEvent, useRef } from "react";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem, TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { useAddLike, useLikeState } from "./like-button.tsx";

const queue = { name: "お気に入り", call: "/api/user/favorites" };

/** お気に入り: an unliked track's row disappears, whichever like button did it. A toast offers to undo that. */
export function FavoriteList({ first, label }: { first: TrackListPage; label: string }) {
  return (
    <PagedTrackList
      first={first}
      label={label}
      queue={queue}
      isGrid
      renderRow={(track) => <FavoriteRow track={track} />}
    />
  );
}

function FavoriteRow({ track }: { track: TrackListItem }) {
  const { isLiked, isPending } = useLikeState(track, true);
  const isRemoved = !isLiked && !isPending;
  const wasShown = useRef(false);
  const offerUndo = useEffectEvent(useUndoToast(track));
  useEffect(() => {
    if (isRemoved && wasShown.current) offerUndo();
    wasShown.current = !isRemoved;
    // The row had the focus.
    if (isRemoved && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [isRemoved]);
  if (isRemoved) return null;
  return <TrackRow track={track} isLiked isTile />;
}

function useUndoToast({ id, title }: TrackListItem): () => void {
  const { show } = useToast();
  const addLike = useAddLike();
  const undo = async () => {
    const status = await addLike(id);
    if (status !== 200) show({ title: "エラー", description: "元に戻せませんでした。", tone: "error" });
  };
  return () =>
    show({
      title: "お気に入りから外しました",
      description: title,
      action: {
        label: "元に戻す",
        hint: "音声のページのハートを押すと、お気に入りに戻ります",
        onClick: () => void undo(),
      },
    });
}
