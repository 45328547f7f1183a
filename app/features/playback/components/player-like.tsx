import { LikeButton } from "#app/features/likes/components/like-button.tsx";
import { useAskedLike } from "#app/features/likes/hooks/use-asked-like.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import type { PlayableTrack } from "../playback.ts";

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
