import { classNames } from "#app/ui/class-names.ts";
import { type CoveredTrack, coverImagePath } from "./cover-address.ts";

interface CoverImageProps {
  track: CoveredTrack;
  isMain?: boolean;
  className?: string;
}

/** A track's cover as an image that browsers cache. Decorative: hidden from assistive technology. */
export function CoverImage({ track, isMain, className }: CoverImageProps) {
  return (
    <img
      src={coverImagePath(track)}
      alt=""
      loading={isMain ? undefined : "lazy"}
      className={classNames("cover-image", className)}
    />
  );
}
