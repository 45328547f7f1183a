import { useEffect, useState } from "react";
import type { GenerationIndicator } from "./generation-indicator.tsx";

/** The generation indicator for whoever is signed in. Visitors never fetch it: it is no part of their page's start. */
export function MembersGenerationIndicator({ isSignedIn }: { isSignedIn: boolean }) {
  const [view, setView] = useState<{ Indicator: typeof GenerationIndicator } | null>(null);
  useEffect(() => {
    if (!isSignedIn || view) return;
    // One that can't be fetched now comes with the next page that begins.
    import("./generation-indicator.tsx").then(
      ({ GenerationIndicator: Indicator }) => setView({ Indicator }),
      () => {},
    );
  }, [isSignedIn, view]);
  return view && isSignedIn ? <view.Indicator /> : null;
}
