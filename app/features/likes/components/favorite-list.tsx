import { useEffect, useEffectEvent, useRef } from "react";
import { PagedTracks } from "#app/features/tracks/components/more-tracks.tsx";
import { TrackRow } from "#app/features/tracks/components/track-list.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { useGiveLike } from "../hooks/use-give-like.ts";
import { useLikeState } from "../like-switch.ts";
import { LikeButton } from "./like-button.tsx";

const queue = { name: "お気に入り", call: "/api/user/favorites" };

/**
 * お気に入り: a row leaves when its like has been taken back, here or wherever else its heart shows, and may be called
 * back: its heart stands where a thumb looks for play.
 */
export function FavoriteList({ first, label }: { first: ListedPage; label: string }) {
  return (
    <PagedTracks first={first} label={label} queue={queue} row={(track) => <FavoriteRow track={track} />} />
  );
}

function FavoriteRow({ track }: { track: ListedTrack }) {
  const { isLiked, isAsking } = useLikeState(track, true);
  const isGone = !isLiked && !isAsking;
  const wasThere = useRef(false);
  const offerReturn = useEffectEvent(useOfferReturn(track));
  useEffect(() => {
    if (isGone && wasThere.current) offerReturn();
    wasThere.current = !isGone;
    // It takes the focus along: that goes to the page, not to nowhere.
    if (isGone && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [isGone]);
  if (isGone) return null;
  return <TrackRow track={track} heart={<LikeButton track={track} isLiked look="row" />} />;
}

/** Says that a track has left the favourites, and takes it back in on a press. */
function useOfferReturn({ id, title }: ListedTrack): () => void {
  const { show } = useToast();
  const giveLike = useGiveLike();
  const press = async () => {
    const status = await giveLike(id);
    if (status !== 200) show({ title: "エラー", description: "元に戻せませんでした。", tone: "error" });
  };
  return () =>
    show({
      title: "お気に入りから外しました",
      description: title,
      action: {
        label: "元に戻す",
        hint: "音声のページのハートを押すと、お気に入りに戻ります",
        press: () => void press(),
      },
    });
}
