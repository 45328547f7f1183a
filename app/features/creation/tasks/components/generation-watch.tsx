import { useEffect, useState } from "react";
import { useRootData } from "#app/features/site/root-data.ts";
import type { GenerationIndicator } from "./generation-indicator.tsx";

const loadDelayMs = 1000;

/** Loads the indicator for members after the page; if that fails, when they are online again. */
export function GenerationWatch() {
  const isMember = useRootData()?.isMember;
  const [view, setView] = useState<{ Indicator: typeof GenerationIndicator } | null>(null);
  useEffect(() => {
    if (!isMember) return;
    const fetchView = () =>
      import("./generation-indicator.tsx").then(
        ({ GenerationIndicator }) => setView((last) => last ?? { Indicator: GenerationIndicator }),
        () => window.addEventListener("online", fetchView, { once: true }),
      );
    const timer = setTimeout(fetchView, loadDelayMs);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", fetchView);
    };
  }, [isMember]);
  return isMember && view && <view.Indicator />;
}
