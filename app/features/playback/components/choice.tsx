import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

/** One of several things to choose in a sheet. */
export function Choice(props: { isChosen?: boolean; onPress: () => void; children: ReactNode }) {
  const { isChosen = false, onPress, children } = props;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        "min-h-12 rounded-card border px-3 py-2 text-sm font-bold tabular-nums transition-[background-color]",
        isChosen ? "border-accent bg-voice-a-tint text-accent" : "border-line-strong/60 hover:bg-sunken",
      )}
    >
      {children}
    </button>
  );
}
