import { classNames } from "#app/ui/class-names.ts";
import { infinityPath } from "#app/ui/infinity-path.ts";
import { usePlayback, usePosition } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/**
 * The ∞ as a thin line with a light at the playback position, animated during playback. Decorative: the seek bar is the
 * control. `small`: with a thicker line, for the mini-player.
 */
export function PlayerCurve({
  track,
  small,
  className,
}: {
  track: PlayableTrack;
  small?: boolean;
  className?: string;
}) {
  const isPlaying = usePlayback(
    ({ track: current, status }) => current?.id === track.id && status === "playing",
  );
  /** 0 to 100. */
  const percent = usePosition(
    (seconds) => (track.duration > 0 ? Math.min(100, Math.round((seconds / track.duration) * 1000) / 10) : 0),
    track.id,
  );
  const line = { d: infinityPath, pathLength: 100 };
  const light = {
    ...line,
    // A dash of no length with round caps is a dot.
    strokeDasharray: "0.01 200",
    strokeDashoffset: -percent,
  };
  const scale = small ? 2.4 : 1;
  return (
    <svg
      viewBox="0 0 120 60"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames("overflow-visible text-accent", className)}
    >
      {isPlaying && !small && (
        <g className="*:origin-center *:animate-echo motion-reduce:hidden" strokeWidth="0.5">
          <path d={infinityPath} />
          <path d={infinityPath} className="[animation-delay:1.9s]" />
        </g>
      )}
      <g className={classNames("origin-center", isPlaying && "animate-breath motion-reduce:animate-none")}>
        <path {...line} className="text-line-strong" strokeOpacity="0.55" strokeWidth={0.8 * scale} />
        {percent > 0 && <path {...line} strokeDasharray={`${percent} 200`} strokeWidth={1.1 * scale} />}
        <path {...light} strokeOpacity="0.16" strokeWidth={10 * Math.sqrt(scale)} />
        <path {...light} strokeWidth={4.4 * Math.sqrt(scale)} />
      </g>
    </svg>
  );
}
