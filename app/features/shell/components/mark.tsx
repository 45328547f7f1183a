import { classNames } from "#app/ui/class-names.ts";
import { infinityCurve } from "../infinity-curve.ts";

/** The ∞ of the house as one line, 6 of its 60 units thick unless told. Decoration: name it in words. */
export function Mark({ thickness = 6, className }: { thickness?: number; className?: string }) {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className={classNames("shrink-0", className)}>
      <path d={infinityCurve} stroke="currentColor" strokeWidth={thickness} strokeLinejoin="round" />
    </svg>
  );
}
