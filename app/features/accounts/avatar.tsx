import { classNames } from "#app/ui/class-names.ts";

interface AvatarProps {
  name: string;
  /** URL, uploaded path or an emoji of two characters or fewer; null for none (spec 1 §3). */
  picture: string | null;
  /** Its size; 64 px unless said. */
  className?: string;
}

/** A person's picture, else the first letter of the name. Decoration beside the name. */
export function Avatar({ name, picture, className = "size-16" }: AvatarProps) {
  const isImage = picture !== null && /^(https:\/\/|\/)/.test(picture);
  const shape = classNames("shrink-0 rounded-full", className);
  if (isImage)
    return (
      <img src={picture} alt="" className={classNames(shape, "object-cover")} referrerPolicy="no-referrer" />
    );
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        "grid place-items-center bg-voice-a-tint font-bold text-accent [container-type:size]",
      )}
    >
      <span className="text-[44cqw] leading-none">
        {picture && picture !== "default-avatar.png" ? picture : Array.from(name.trim())[0]}
      </span>
    </span>
  );
}
