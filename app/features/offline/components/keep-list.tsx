import { useEffect, useState } from "react";
import { useListQueue } from "#app/features/playback/components/list-queue.tsx";
import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";
import { readQueuePage } from "#app/features/playback/read-queue-page.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useKept } from "../hooks/use-kept.ts";
import { useSaid } from "../hooks/use-said.ts";
import { cancelKeeping, keepTracks } from "../keeper.ts";
import { offlineAudioPath } from "../offline-audio-path.ts";

/**
 * Keeps all tracks of the list that it stands in, those that are not loaded yet too; what has joined the list since is
 * fetched by another press. For members only, as `KeepButton`.
 */
export function KeepList() {
  const root = useRootData();
  const readQueue = useListQueue();
  const { show } = useToast();
  const { tracks, keeping } = useKept();
  const queue = useQueueAround(readQueue);
  const [isReading, setIsReading] = useState(false);
  const [asked, setAsked] = useState<readonly PlayableTrack[] | null>(null);
  const loaded = queue?.tracks ?? [];
  const isAsked = new Set(asked?.map(({ id }) => id));
  const all = [...(asked ?? []), ...loaded.filter(({ id }) => !isAsked.has(id))];
  const left = all.filter(({ id }) => ["waiting", "coming"].includes(keeping.get(id)?.state ?? ""));
  const isThere = new Set(tracks?.map(({ id }) => id));
  const isWhole = asked !== null || !queue?.next;
  const isKept = left.length === 0 && isWhole && all.length > 0 && all.every(({ id }) => isThere.has(id));
  const said = useSaid(tracks && (left.length > 0 ? "coming" : isKept ? "kept" : "absent"));
  if (!root?.isMember || !readQueue) return null;
  if (!root.entitlements.offline) {
    return (
      <ButtonLink to="/premium" variant="quiet" icon="crown" className="unscripted:hidden">
        オフライン保存
      </ButtonLink>
    );
  }
  const press = async () => {
    const { tracks: first, next } = readQueue();
    setIsReading(true);
    const whole = await readAll(first, next);
    setIsReading(false);
    if (!whole) {
      show({
        tone: "error",
        title: "保存できませんでした",
        description: "通信環境をご確認のうえ、もう一度お試しください。",
      });
      return;
    }
    setAsked(whole);
    keepTracks(whole);
  };
  const failed = all.flatMap(({ id }) => {
    const state = keeping.get(id);
    return state?.state === "failed" ? [state] : [];
  });
  return (
    <>
      {left.length > 0 ? (
        <Button
          key="button"
          type="button"
          variant="quiet"
          icon="close"
          className="unscripted:hidden"
          aria-label={`保存中 残り${left.length}件。保存を中止`}
          onClick={() => cancelKeeping(left.map(({ id }) => id))}
        >
          保存中 残り{left.length}件
        </Button>
      ) : isKept ? (
        <ButtonLink
          // What was pressed has gone, and the focus with it.
          ref={asked && takeLostFocus}
          to={offlineAudioPath}
          variant="quiet"
          icon="check"
          className="unscripted:hidden"
          aria-label="保存済み。オフライン保存の一覧を見る"
        >
          保存済み
        </ButtonLink>
      ) : (
        <Button
          key="button"
          type="button"
          variant="quiet"
          icon="download"
          className="unscripted:hidden"
          busy={isReading}
          onClick={() => void press()}
        >
          オフライン保存
        </Button>
      )}
      <span role="status" className="sr-only">
        {(left.length > 0 || isKept) && said}
      </span>
      {left.length === 0 && !isKept && failed[0] && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failed.length}件を保存できませんでした。{failed[0].why}
        </p>
      )}
    </>
  );
}

/** The queue as it is now: the list around has it ready after what stands in it has been drawn. */
function useQueueAround(readQueue: (() => PlayQueue) | null): PlayQueue | null {
  const [queue, setQueue] = useState(() => readQueue?.() ?? null);
  useEffect(() => queueMicrotask(() => setQueue(readQueue?.() ?? null)));
  return queue;
}

function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** The tracks of a list to its end; null when some did not come. */
async function readAll(
  loaded: readonly PlayableTrack[],
  next: string | null,
): Promise<readonly PlayableTrack[] | null> {
  const all = [...loaded];
  for (let call = next; call; ) {
    const page = readQueuePage(await askServer("GET", call));
    if (!page) return null;
    all.push(...page.tracks);
    call = page.next;
  }
  return all;
}
