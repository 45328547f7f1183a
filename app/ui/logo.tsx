import { classNames } from "./class-names.ts";
import { infinityPath } from "./infinity-path.ts";

/** The logo ∞ in the text's colour, twice as wide as it is high. Decorative: the parent needs an accessible name. */
export function Logo({ className }: { className: string }) {
  return <span className={`logo ${className}`} />;
}

interface DrawnLogoProps {
  /** Of the line, in units of the 120×60 view box. */
  thickness: number;
  className?: string;
}

/** The logo with another line, and for documents without the app's style sheet. */
export function DrawnLogo({ thickness, className }: DrawnLogoProps) {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className={classNames("shrink-0", className)}>
      <path d={infinityPath} stroke="currentColor" strokeWidth={thickness} strokeLinejoin="round" />
    </svg>
  );
}
