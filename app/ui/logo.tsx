import { classNames } from "./class-names.ts";
import { infinityPath } from "./infinity-path.ts";

/** The logo ∞, twice as wide as high. Decorative: the parent needs an accessible name. */
export function Logo({ className }: { className: string }) {
  return <span className={`logo ${className}`} />;
}

interface DrawnLogoProps {
  thickness: number;
  className?: string;
}

/**
 * The logo with another line width, for documents without the app's style sheet. `thickness` in units of the 120×60 view box.
 */
export function DrawnLogo({ thickness, className }: DrawnLogoProps) {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className={classNames("shrink-0", className)}>
      <path d={infinityPath} stroke="currentColor" strokeWidth={thickness} strokeLinejoin="round" />
    </svg>
  );
}
