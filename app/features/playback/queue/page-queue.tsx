import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { usePlayback } from "../hooks/use-player.tsx";

interface PageQueueProps {
  path: string;
  children: ReactNode;
}

/** `--breakpoint-wide` (`tokens.css`). */
const wide = "(width >= 1280px)";

/**
 * The column beside a transcript in wide windows: the player's queue once there is one, else `children`. Elsewhere and without
 * JavaScript `children`, below the transcript. The queue's code is loaded only where it shows.
 */
export function PageQueue({ path, children }: PageQueueProps) {
  const hasQueue = usePlayback(({ queue, track }) => queue !== null && track !== null);
  const isOwn = usePlayback(({ queue }) => queue?.path === path);
  const [Queue, setQueue] = useState<ComponentType | null>(null);
  useEffect(() => {
    const query = window.matchMedia(wide);
    const load = () => {
      if (!query.matches) return;
      // Offline the code may be missing: `children` stay.
      import("./queue-sheet.tsx").then(
        (loaded) => setQueue(() => loaded.Queue),
        () => {},
      );
    };
    load();
    query.addEventListener("change", load);
    return () => query.removeEventListener("change", load);
  }, []);
  const isShown = hasQueue && Queue !== null;
  return (
    <aside className="page-queue" aria-label="つづけて聴く">
      {isShown && (
        <section aria-labelledby="page-queue" className="hidden pb-8 wide:block">
          <h2 id="page-queue" className="flex min-h-11 items-center text-lg">
            次の音声
          </h2>
          <Queue />
        </section>
      )}
      <div className={isShown && isOwn ? "wide:hidden" : undefined}>{children}</div>
    </aside>
  );
}
