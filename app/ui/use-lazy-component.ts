import { useEffect, useEffectEvent, useState } from "react";

/** A component loaded later; null until then. `onMissing` runs when it can't be loaded; wanting it again retries. */
export function useLazyComponent<Component>(options: {
  load: () => Promise<Component>;
  isWanted: boolean;
  onMissing: () => void;
}): Component | null {
  const { load, isWanted, onMissing } = options;
  const [loaded, setLoaded] = useState<{ component: Component } | null>(null);
  const handleMissing = useEffectEvent(() => {
    if (isWanted) onMissing();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, and again when it is wanted and missing
  useEffect(() => {
    if (!loaded) load().then((component) => setLoaded({ component }), handleMissing);
  }, [isWanted]);
  return loaded?.component ?? null;
}
