import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { usePlayback } from "../hooks/use-player.tsx";

interface PageQueueProps {
  /** The list's page that `children` show: its queue is not shown twice. */
  path: string;
  /** What the page plays next, before anything plays. */
  children: ReactNode;
}

/** As `--breakpoint-wide` (`tokens.css`). */
const wide = "(width >= 1280px)";

/**
 * The column beside a track's transcript in wide windows: the player's queue, once there is one, and what the page has there
 * otherwise. Elsewhere, and without JavaScript, only the latter, below the transcript. The queue's code is loaded where it is seen.
 */
export function PageQueue({ path, children }: PageQueueProps) {
  const hasQueue = usePlayback(({ queue, track }) => queue !== null && track !== null);
  const isOwn = usePlayback(({ queue }) => queue?.path === path);
  const [Queue, setQueue] = useState<ComponentType | null>(null);
  useEffect(() => {
    const query = window.matchMedia(wide);
    const load = () => {
      if (!query.matches) return;
      // Offline it may be missing: what the page has stays.
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
