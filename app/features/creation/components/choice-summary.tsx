import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** Heads folded fields, in a `details` of the class `group`. What is chosen stands below the label where the line is too short. */
export function ChoiceSummary({ label, children }: { label: string; children: ReactNode }) {
  return (
    <summary className="flex min-h-12 items-center gap-3 rounded-card px-4 py-2 text-sm">
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span className="font-bold">{label}</span>
        <span className="text-right text-muted wrap-anywhere">{children}</span>
      </span>
      <Icon name="down" className="shrink-0 text-muted transition-transform group-open:rotate-180" />
    </summary>
  );
}
