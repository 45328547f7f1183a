import { infinityCurve } from "#app/features/shell/infinity-curve.ts";
import { classNames } from "#app/ui/class-names.ts";

/** `open`: come in by invitation. `waiting`: something is under way. `broken`: this way leads nowhere. */
export type GateMood = "open" | "waiting" | "broken";

/** The ∞ of the house as one thin line with its single warm light. Decoration. */
export function GateCurve({ mood }: { mood: GateMood }) {
  const isBroken = mood === "broken";
  return (
    <div className="relative mx-auto w-full max-w-64">
      <div className="absolute inset-x-4 -inset-y-10 bg-[radial-gradient(closest-side,var(--voice-a-tint),transparent)]" />
      <svg
        viewBox="0 0 120 60"
        fill="none"
        aria-hidden="true"
        className={classNames("relative w-full", isBroken ? "text-line-strong" : "text-accent")}
      >
        <path
          d={infinityCurve}
          stroke="currentColor"
          strokeWidth="1"
          strokeLinecap="round"
          pathLength={100}
          strokeDasharray={isBroken ? "0.6 2.4" : undefined}
        />
        {!isBroken && (
          <circle
            cx="104"
            cy="13"
            r="3"
            fill="currentColor"
            className={classNames(mood === "waiting" && "animate-breathe")}
          />
        )}
      </svg>
    </div>
  );
}
