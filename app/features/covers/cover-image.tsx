import { classNames } from "#app/ui/class-names.ts";
import { coverImagePath } from "./cover-address.ts";

interface CoverImageProps {
  track: { id: number; labels: readonly string[] };
  /** The page's main picture: loaded at once. */
  isMain?: boolean;
  className?: string;
}

/** A track's cover, a square image that browsers keep. Decorative: hidden from assistive technology. */
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
