import type { ReactNode } from "react";
import { GateCurve, type GateMood } from "./gate-curve.tsx";

interface GatePageProps {
  mood: GateMood;
  title: string;
  /** What it means and what can be done, in paragraphs. */
  children: ReactNode;
  /** Buttons, the first one the way on. */
  actions?: ReactNode;
  /** Small print at the end. */
  note?: ReactNode;
}

/** A page before the door: the curve, what is the matter, and a way on. Stands alone, without navigation. */
export function GatePage({ mood, title, children, actions, note }: GatePageProps) {
  return (
    <div className="mx-auto flex min-h-[calc(100svh-1.5rem)] w-full max-w-112 flex-col justify-center px-6 py-10 text-center">
      <GateCurve mood={mood} />
      <h1 className="pt-8 text-xl">{title}</h1>
      <div className="space-y-3 pt-4 text-pretty text-muted">{children}</div>
      {actions && <div className="flex flex-col gap-3 pt-8">{actions}</div>}
      {note && <div className="pt-8 text-sm text-pretty text-muted">{note}</div>}
    </div>
  );
}

/** The name of a gate page. Search engines have no business there. */
export function gateMeta(title: string) {
  return [{ title }, { name: "robots", content: "noindex" }];
}
