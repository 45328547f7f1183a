import { useEffect, useEffectEvent, useState } from "react";

/**
 * A component whose code is loaded after the page, such as the editor of a dialog; null until it is there. `onMissing`
 * runs when it is wanted and can't be loaded; wanting it again tries again.
 */
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
