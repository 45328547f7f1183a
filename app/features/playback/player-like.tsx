import { LikeButton } from "../likes/like-button.tsx";
import { useAskedLike } from "../likes/use-asked-like.ts";
import { useRootData } from "../shell/use-root-data.ts";
import type { PlayableTrack } from "./playback.ts";

interface PlayerLikeProps {
  track: PlayableTrack;
  /** As a loader gave it, where one did. */
  isLiked?: boolean | undefined;
  className?: string | undefined;
}

/** The heart of the track that plays. */
export function PlayerLike({ track, isLiked, className }: PlayerLikeProps) {
  const isMember = useRootData()?.isMember ?? false;
  useAskedLike(track.id, isMember && isLiked === undefined);
  return <LikeButton track={track} isLiked={isLiked} look="row" className={className} />;
}
