import { LikeButton, useFetchLike } from "#app/features/likes/like-button.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import { usePlayback, usePlayer, useTrackPlayback } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/** Plays the queue's next or previous track. Disabled without another track. */
export function SkipButton({ to, className }: { to: "next" | "previous"; className?: string }) {
  const player = usePlayer();
  const isOnlyTrack = usePlayback(({ queue }) => queue === null || (queue.tracks.length < 2 && !queue.next));
  const label = to === "next" ? "次の音声" : "前の音声";
  return (
    <button
      type="button"
      aria-label={`${label}へ`}
      title={`${label}へ`}
      disabled={isOnlyTrack}
      onClick={() => player[to]()}
      className={classNames("skip-button", iconOnlyClass(to), className)}
    />
  );
}

/** Seeks by `seconds`. Disabled until the track is current. */
export function SeekButton({ track, seconds }: { track: PlayableTrack; seconds: number }) {
  const player = usePlayer();
  const isCurrent = useTrackPlayback(track.id, (playback) => playback !== null);
  const label = `${Math.abs(seconds)}秒${seconds < 0 ? "戻る" : "進む"}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!isCurrent}
      onClick={() => player.seek(player.getPosition() + seconds)}
      className="seek-button"
    >
      {seconds < 0 ? "−" : "+"}
      {Math.abs(seconds)}
    </button>
  );
}

interface PlayerLikeProps {
  track: PlayableTrack;
  isLiked?: boolean | undefined;
  className?: string | undefined;
}

/** The like button of the player's track. */
export function PlayerLikeButton({ track, isLiked, className }: PlayerLikeProps) {
  const isMember = useRootData()?.isMember ?? false;
  useFetchLike(track.id, isMember && isLiked === undefined);
  return <LikeButton track={track} isLiked={isLiked} variant="row" className={className} />;
}
