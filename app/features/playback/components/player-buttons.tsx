import { LikeButton, useFetchLike } from "#app/features/likes/like-button.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import { usePlayer, useTrackPlayback } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

interface SkipButtonProps {
  to: "next" | "previous";
  /** Whose page or player it is on. */
  track: PlayableTrack;
  className?: string;
}

/** Plays the queue's next or previous track. Disabled without another track, and until `track` is current. */
export function SkipButton({ to, track, className }: SkipButtonProps) {
  const player = usePlayer();
  const isDisabled = useTrackPlayback(
    track.id,
    (playback) => !playback?.queue || (playback.queue.tracks.length < 2 && !playback.queue.next),
  );
  const label = to === "next" ? "次の音声へ" : "前の音声へ";
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
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
