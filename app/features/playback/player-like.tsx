import { useMemo } from "react";
import { useKnownLike } from "../likes/known-likes.ts";
import { LikeButton } from "../likes/like-button.tsx";
import { useRootData } from "../shell/use-root-data.ts";
import type { PlayableTrack } from "./playback.ts";

/** The heart of the track that plays; `isLiked` as a loader gave it, where one did. */
export function PlayerLike({
  track,
  isLiked = false,
  className,
}: {
  track: PlayableTrack;
  isLiked?: boolean | undefined;
  className?: string | undefined;
}) {
  const root = useRootData();
  const known = useKnownLike(track.id, root?.isMember ? (root.user?.id ?? null) : null);
  const likeable = useMemo(
    () => ({ id: track.id, title: track.title, likeCount: known?.likeCount ?? track.likeCount }),
    [track, known],
  );
  return <LikeButton track={likeable} isLiked={known?.isLiked ?? isLiked} look="row" className={className} />;
}
