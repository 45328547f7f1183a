import { useCallback, useState } from "react";
import { smallPicture } from "#app/features/pictures/picture-files.ts";
import { classNames } from "#app/ui/class-names.ts";

interface AvatarProps {
  name: string;
  /** URL, uploaded path or an emoji of two characters or fewer; null for none (spec 1 §3). */
  picture: string | null;
  /** How wide it is shown, in CSS pixels; `className` says the same (`size-*`) where it is not 64. */
  width?: number;
  className?: string;
}

/** A person's picture, else the first letter of the name. Decoration beside the name. */
export function Avatar({ name, picture, width = 64, className = "size-16" }: AvatarProps) {
  const isImage = picture !== null && /^(https:\/\/|blob:|\/)/.test(picture);
  const shape = classNames("shrink-0 rounded-full", className);
  const [lost, setLost] = useState<string | null>(null);
  // An image may have failed before this page came alive.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setLost(picture);
    },
    [picture],
  );
  if (isImage && lost !== picture) {
    const small = smallPicture(picture);
    return (
      <img
        ref={look}
        key={picture}
        src={picture}
        srcSet={small ? `${small} 96w, ${picture} 512w` : undefined}
        sizes={small ? `${width}px` : undefined}
        width={width}
        height={width}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setLost(picture)}
        className={classNames(shape, "bg-sunken object-cover")}
      />
    );
  }
  const sign = isImage || picture === "default-avatar.png" ? null : picture;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        "grid place-items-center bg-voice-a-tint font-bold text-accent [container-type:size]",
      )}
    >
      <span className="text-[44cqw] leading-none">{sign || Array.from(name.trim())[0]}</span>
    </span>
  );
}
