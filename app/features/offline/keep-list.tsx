import { useState } from "react";
import { askServer } from "#app/lib/ask-server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useListQueue } from "../playback/list-queue.tsx";
import type { PlayableTrack } from "../playback/playback.ts";
import { readQueuePage } from "../playback/read-queue-page.ts";
import { useRootData } from "../shell/use-root-data.ts";
import { cancelKeeping, keepTracks } from "./keeper.ts";
import { offlineAudioPath } from "./offline-audio-path.ts";
import { useKept } from "./use-kept.ts";

/**
 * Keeps all tracks of the list that it stands in, those that are not loaded yet too; what has joined the list since is
 * fetched by another press. For members only, as `KeepButton`.
 */
export function KeepList() {
  const root = useRootData();
  const readQueue = useListQueue();
  const { show } = useToast();
  const { tracks, keeping } = useKept();
  const [isReading, setIsReading] = useState(false);
  const [asked, setAsked] = useState<readonly PlayableTrack[] | null>(null);
  if (!root?.isMember || !readQueue) return null;
  if (!root.entitlements.offline) {
    return (
      <ButtonLink to="/premium" variant="quiet" icon="crown" className="unscripted:hidden">
        オフライン保存
      </ButtonLink>
    );
  }
  const { tracks: loaded, next } = readQueue();
  const all = asked ?? loaded;
  const left = all.filter(({ id }) => ["waiting", "coming"].includes(keeping.get(id)?.state ?? ""));
  if (left.length > 0) {
    return (
      <Button
        type="button"
        variant="quiet"
        icon="close"
        className="unscripted:hidden"
        aria-label={`保存中 残り${left.length}件。保存を中止`}
        onClick={() => cancelKeeping(left.map(({ id }) => id))}
      >
        保存中 残り{left.length}件
      </Button>
    );
  }
  const isThere = new Set(tracks?.map(({ id }) => id));
  if ((asked || !next) && all.length > 0 && all.every(({ id }) => isThere.has(id))) {
    return (
      <ButtonLink
        to={offlineAudioPath}
        variant="quiet"
        icon="check"
        className="unscripted:hidden"
        aria-label="保存済み。オフライン保存の一覧を見る"
      >
        保存済み
      </ButtonLink>
    );
  }
  const press = async () => {
    const queue = readQueue();
    setIsReading(true);
    const whole = await readAll(queue.tracks, queue.next);
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
      <Button
        type="button"
        variant="quiet"
        icon="download"
        className="unscripted:hidden"
        busy={isReading}
        onClick={() => void press()}
      >
        オフライン保存
      </Button>
      {failed[0] && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failed.length}件を保存できませんでした。{failed[0].why}
        </p>
      )}
    </>
  );
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
