import { classNames } from "./class-names.ts";
import type { filled, outlines } from "./icon-shapes.ts";

export type IconName = keyof typeof outlines | keyof typeof filled;

/** An icon of 1.25em in the text's colour. Hidden from assistive technology: the parent needs an accessible name. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return <span className={classNames("icon", `icon-${name}`, className)} />;
}

/** For an element that is empty except for the icon. */
export const iconOnlyClass = (name: IconName): string => `icon-only icon-${name}`;

/** For an element that begins with an icon. */
export const iconBeforeClass = (name: IconName): string => `icon-before icon-${name}`;

/** Spinner. Hidden from assistive technology. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames("size-[1.25em] shrink-0 animate-turn", className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
