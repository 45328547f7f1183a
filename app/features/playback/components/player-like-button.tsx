import { LikeButton, useFetchLike } from "#app/features/likes/like-button.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import type { PlayableTrack } from "../playback.ts";

interface PlayerLikeProps {
  track: PlayableTrack;
  /** From the loader; fetched if undefined. */
  isLiked?: boolean | undefined;
  className?: string | undefined;
}

/** The like button of the player's track. */
export function PlayerLikeButton({ track, isLiked, className }: PlayerLikeProps) {
  const isMember = useRootData()?.isMember ?? false;
  useFetchLike(track.id, isMember && isLiked === undefined);
  return <LikeButton track={track} isLiked={isLiked} look="row" className={className} />;
}
