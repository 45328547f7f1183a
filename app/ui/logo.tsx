import { classNames } from "./class-names.ts";
import { infinityPath } from "./infinity-path.ts";

/** The logo ∞; `thickness` of the line in units of its 120×60 view box. Decorative: the parent needs an accessible name. */
export function Logo({ thickness = 6, className }: { thickness?: number; className?: string }) {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className={classNames("shrink-0", className)}>
      <path d={infinityPath} stroke="currentColor" strokeWidth={thickness} strokeLinejoin="round" />
    </svg>
  );
}
