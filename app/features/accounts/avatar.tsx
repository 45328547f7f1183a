import { useCallback, useState } from "react";
import { smallPicture } from "#app/features/pictures/picture.ts";
import { classNames } from "#app/ui/class-names.ts";

interface AvatarProps {
  name: string;
  /** URL, uploaded path or an emoji; null for none. */
  picture: string | null;
  /** CSS pixels. If it is not 64, `className` must set the same size (`size-*`). */
  width?: number;
  className?: string;
}

/** Without a picture, shows the first letter of the name. Decoration beside the name. */
export function Avatar({ name, picture, width = 64, className = "size-16" }: AvatarProps) {
  const isImage = picture !== null && /^(https:\/\/|blob:|\/)/.test(picture);
  const shape = classNames("shrink-0 rounded-full", className);
  const [failed, setFailed] = useState<string | null>(null);
  // The image may have failed before hydration.
  const checkLoaded = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(picture);
    },
    [picture],
  );
  if (isImage && failed !== picture) {
    const small = smallPicture(picture);
    return (
      <img
        ref={checkLoaded}
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
        onError={() => setFailed(picture)}
        className={classNames(shape, "bg-sunken object-cover")}
      />
    );
  }
  const emoji = isImage || picture === "default-avatar.png" ? null : picture;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        "grid place-items-center bg-voice-a-tint font-bold text-accent [container-type:size]",
      )}
    >
      <span className="text-[44cqw] leading-none">{emoji || Array.from(name.trim())[0]}</span>
    </span>
  );
}
