import { classNames } from "#app/ui/class-names.ts";
import { coverImagePath } from "./cover-address.ts";

interface CoverImageProps {
  track: { id: number; labels: readonly string[] };
  className?: string;
}

/** A track's cover as a thumbnail, a square image that browsers keep. Decorative: hidden from assistive technology. */
export function CoverImage({ track, className }: CoverImageProps) {
  return (
    <img src={coverImagePath(track)} alt="" loading="lazy" className={classNames("cover-image", className)} />
  );
}
