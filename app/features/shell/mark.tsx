import { classNames } from "#app/ui/class-names.ts";

/** The ∞ of the house as one thin line. Decoration: name it in words. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className={classNames("shrink-0", className)}>
      <path
        d="M60 30C50 16 42 8 30 8a22 22 0 0 0 0 44c12 0 20-8 30-22S78 8 90 8a22 22 0 0 1 0 44C78 52 70 44 60 30z"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
