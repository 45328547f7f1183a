import { infinityPath } from "./infinity-path.ts";

/** The logo ∞, twice as wide as high. Decorative: the parent needs an accessible name. */
export function Logo({ className }: { className: string }) {
  return <span className={`logo ${className}`} />;
}

/** The logo as a drawing, with thicker lines, for documents without the app's style sheet. */
export function DrawnLogo() {
  return (
    <svg viewBox="0 0 120 60" fill="none" aria-hidden="true" className="shrink-0">
      <path d={infinityPath} stroke="currentColor" strokeWidth={8} strokeLinejoin="round" />
    </svg>
  );
}
