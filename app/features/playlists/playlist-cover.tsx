<<<<<<< HEAD
import { Fragment, memo } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { coverSize } from "../tracks/cover-curve.ts";
import { type WovenTrack, weave, weaveLook } from "./weave.ts";

interface PlaylistCoverProps {
  /** Its first tracks that everybody may hear. */
  tracks: readonly WovenTrack[];
  /** The playlist's first category, for one without tracks. */
  category: string | undefined;
  className?: string;
}

/** A playlist's own picture. Decoration: the name beside it is its name. */
export const PlaylistCover = memo(function PlaylistCover({
  tracks,
  category,
  className,
}: PlaylistCoverProps) {
  const { ground, strands } = weave({ tracks, category });
  return (
    <svg
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
    >
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={ground} />
      {strands.map(({ path, colour }) => (
        <Fragment key={path}>
          <path d={path} stroke={ground} strokeWidth={weaveLook.gap} />
          <path d={path} stroke={colour} strokeWidth={weaveLook.strand} />
        </Fragment>
      ))}
    </svg>
  );
});
=======
import { classNames } from "#app/ui/class-names.ts";
import { Mark } from "../shell/mark.tsx";
import { Cover } from "../tracks/cover.tsx";
import type { ListedTrack } from "../tracks/listed-track.ts";

/** A playlist's own picture: the covers of its first four tracks, or of the first alone. Decoration beside its name. */
export function PlaylistCover({ tracks, className }: { tracks: readonly ListedTrack[]; className?: string }) {
  const [first] = tracks;
  const frame = classNames("aspect-square shrink-0 overflow-hidden rounded-card", className);
  if (!first) {
    return (
      <div
        aria-hidden="true"
        className={classNames(frame, "grid place-items-center bg-voice-a-tint text-accent")}
      >
        <Mark thickness={1.25} className="w-1/2" />
      </div>
    );
  }
  if (tracks.length < 4) return <Cover track={first} large className={frame} />;
  return (
    <div aria-hidden="true" className={classNames(frame, "grid grid-cols-2")}>
      {tracks.slice(0, 4).map((track) => (
        <Cover key={track.id} track={track} className="w-full rounded-none!" />
      ))}
    </div>
  );
}
>>>>>>> fb8de52 (A playlist has a page at all of its addresses, with its tracks to listen to and following)
