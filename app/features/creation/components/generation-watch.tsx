import { useEffect, useState } from "react";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import type { GenerationIndicator } from "./generation-indicator.tsx";

/** Milliseconds after which a page has come to rest. */
const restMs = 1000;

/**
 * Looks after the member's audio that is being made. What is shown of it is no part of the page's start: it comes when
 * the page has come to rest, and where that failed, once the network is back.
 */
export function GenerationWatch() {
  const isSignedIn = Boolean(useRootData()?.user);
  const [view, setView] = useState<{ Indicator: typeof GenerationIndicator } | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    const fetchView = () =>
      import("./generation-indicator.tsx").then(
        ({ GenerationIndicator }) => setView((last) => last ?? { Indicator: GenerationIndicator }),
        () => window.addEventListener("online", fetchView, { once: true }),
      );
    const timer = setTimeout(fetchView, restMs);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", fetchView);
    };
  }, [isSignedIn]);
  return isSignedIn && view && <view.Indicator />;
}
