import { type MouseEvent, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useHasPlayed, usePlayback } from "../hooks/use-player.tsx";
import { type PlayableTrack, pageOfTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlaybackNotice } from "./playback-notice.tsx";
import { PlayerLikeButton, SkipButton } from "./player-buttons.tsx";
import { SeekBar } from "./seek-bar.tsx";

/** The track that was played, above the bottom navigation. Hidden while the screen shows controls of its own for it. */
export function PlayerDock() {
  const track = usePlayback(({ track }) => track);
  const hasPlayed = useHasPlayed();
  const isHidden = useControlsInView(track?.id);
  if (!track || !hasPlayed) return null;
  return (
    <section
      aria-label="再生中の音声"
      className={classNames("dock", isHidden && "invisible translate-y-4 opacity-0")}
    >
      <SeekBar track={track} variant="line" />
      <div className="flex items-center">
        <OpenPlayer track={track} className="flex min-w-0 flex-1 items-center gap-3 rounded-sm">
          <CoverImage track={track} className="size-[44px] rounded-sm" />
          <span className="min-w-0 flex-1 text-sm leading-snug">
            <span className="block truncate font-bold">{track.title}</span>
            <span className="block truncate text-xs text-muted">{track.posterName}</span>
          </span>
        </OpenPlayer>
        <PlayerLikeButton track={track} className="@max-[17em]:hidden" />
        <PlayButton track={track} size="bar" variant="quiet" />
        <SkipButton to="next" track={track} className="size-[44px]" />
      </div>
      <PlaybackNotice trackId={track.id} className="pb-1 text-xs" />
    </section>
  );
}

/** Opens the full player; without JavaScript or in a new tab, the track's page. */
function OpenPlayer(props: { track: PlayableTrack; className: string; children: React.ReactNode }) {
  const { track, className, children } = props;
  const openSheet = useOpenSheet();
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openSheet("player");
  };
  return (
    <Link to={pageOfTrack(track)} onClick={open} title="プレーヤーを開く" className={className}>
      {children}
      <span className="sr-only">のプレーヤーを開く</span>
    </Link>
  );
}

/** Whether the screen's own controls of the track (`data-track-controls={id}`) are in the viewport. */
function useControlsInView(trackId: number | undefined): boolean {
  const { key } = useLocation();
  const [isInView, setIsInView] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have other controls
  useEffect(() => {
    const controls = document.querySelector(`main [data-track-controls="${trackId}"]`);
    if (!controls) return setIsInView(false);
    const observer = new IntersectionObserver((entries) =>
      // A busy browser reports several changes at once: the last one is current.
      setIsInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(controls);
    return () => observer.disconnect();
  }, [trackId, key]);
  return isInView;
}
