import { useEffect } from "react";
import type { ListedPage } from "../tracks/listed-page.ts";
import type { ListedTrack } from "../tracks/listed-track.ts";
import { PagedTracks } from "../tracks/more-tracks.tsx";
import { TrackRow } from "../tracks/track-list.tsx";
import { LikeButton } from "./like-button.tsx";
import { useLikeState } from "./like-switch.ts";

const queue = { name: "お気に入り", call: "/api/user/favorites" };

/** お気に入り: a row leaves when its like has been taken back, here or wherever else its heart shows. */
export function FavoriteList({ first, label }: { first: ListedPage; label: string }) {
  return (
    <PagedTracks first={first} label={label} queue={queue} row={(track) => <FavoriteRow track={track} />} />
  );
}

function FavoriteRow({ track }: { track: ListedTrack }) {
  const { isLiked, isAsking } = useLikeState(track, true);
  const isGone = !isLiked && !isAsking;
  useEffect(() => {
    // It takes the focus along: that goes to the page, not to nowhere.
    if (isGone && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [isGone]);
  if (isGone) return null;
  return <TrackRow track={track} heart={<LikeButton track={track} isLiked look="row" />} />;
}
