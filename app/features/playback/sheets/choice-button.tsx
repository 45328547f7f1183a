import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

export function ChoiceButton(props: { isSelected?: boolean; onClick: () => void; children: ReactNode }) {
  const { isSelected = false, onClick, children } = props;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onClick}
      className={classNames(
        "min-h-12 rounded-card px-3 py-2 text-sm font-bold tabular-nums transition-[background-color]",
        // Colours of the system's own leave only the border to tell them apart.
        isSelected
          ? "border-2 border-accent bg-voice-a-tint text-accent"
          : "border border-line-strong/60 hover:bg-sunken",
      )}
    >
      {children}
    </button>
  );
}
