import { infinityCurve } from "#app/features/shell/infinity-curve.ts";
import { classNames } from "#app/ui/class-names.ts";
import { usePlayback, usePosition } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/**
 * The ∞ as one thin line whose light travels with the track and which breathes while it sounds. Decoration: the seek
 * bar is the control. `small` is drawn with a thicker line, for the mini-player.
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
  const sounds = usePlayback(
    ({ track: current, status }) => current?.id === track.id && status === "playing",
  );
  const travelled = usePosition(
    (seconds) => (track.duration > 0 ? Math.min(100, Math.round((seconds / track.duration) * 1000) / 10) : 0),
    track.id,
  );
  const line = { d: infinityCurve, pathLength: 100 };
  const light = {
    ...line,
    // A dash without length and with round ends is a dot.
    strokeDasharray: "0.01 200",
    strokeDashoffset: -travelled,
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
      {sounds && !small && (
        <g className="*:origin-center *:animate-echo motion-reduce:hidden" strokeWidth="0.5">
          <path d={infinityCurve} />
          <path d={infinityCurve} className="[animation-delay:1.9s]" />
        </g>
      )}
      <g className={classNames("origin-center", sounds && "animate-breath motion-reduce:animate-none")}>
        <path {...line} className="text-line-strong" strokeOpacity="0.55" strokeWidth={0.8 * scale} />
        {travelled > 0 && <path {...line} strokeDasharray={`${travelled} 200`} strokeWidth={1.1 * scale} />}
        <path {...light} strokeOpacity="0.16" strokeWidth={10 * Math.sqrt(scale)} />
        <path {...light} strokeWidth={4.4 * Math.sqrt(scale)} />
      </g>
    </svg>
  );
}
