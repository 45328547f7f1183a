import { useEffect } from "react";
import { usePlayer } from "../hooks/use-player.tsx";
import { arePausesShortened, onPauseSetting } from "./pause-setting.ts";

/** Shortens pauses while the setting is on. Only then its code is loaded. */
export function usePauses(): void {
  const player = usePlayer();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const apply = () => {
      stop?.();
      stop = undefined;
      if (!arePausesShortened()) return;
      import("./skip-pauses.ts").then(
        ({ skipPauses }) => {
          stop?.();
          stop = arePausesShortened() ? skipPauses(player) : undefined;
        },
        () => {},
      );
    };
    apply();
    const unsubscribe = onPauseSetting(apply);
    return () => {
      unsubscribe();
      stop?.();
    };
  }, [player]);
}
