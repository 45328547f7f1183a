import { useEffect, useState } from "react";
import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";
import { useListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { readQueuePage } from "#app/features/playback/queue/read-queue-page.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { cancelDownloads, downloadTracks } from "../hooks/download-queue.ts";
import { useDownloadAnnouncement, useDownloads } from "../hooks/use-downloads.ts";
import { offlineAudioPath } from "../offline.ts";

/** Downloads all tracks of the surrounding list, loaded or not; later additions need another click. For members only. */
export function DownloadAllButton() {
  const root = useRootData();
  const readQueue = useListQueue();
  const { show } = useToast();
  const { tracks, pending } = useDownloads();
  const queue = useCurrentListQueue(readQueue);
  const [isLoadingList, setIsLoadingList] = useState(false);
  const [requested, setRequested] = useState<readonly PlayableTrack[] | null>(null);
  const loaded = queue?.tracks ?? [];
  const requestedIds = new Set(requested?.map(({ id }) => id));
  const all = [...(requested ?? []), ...loaded.filter(({ id }) => !requestedIds.has(id))];
  const remaining = all.filter(({ id }) => ["queued", "downloading"].includes(pending.get(id)?.status ?? ""));
  const downloadedIds = new Set(tracks?.map(({ id }) => id));
  const isListComplete = requested !== null || !queue?.next;
  const isDownloaded =
    remaining.length === 0 &&
    isListComplete &&
    all.length > 0 &&
    all.every(({ id }) => downloadedIds.has(id));
  const announcement = useDownloadAnnouncement(
    tracks && (remaining.length > 0 ? "downloading" : isDownloaded ? "downloaded" : "absent"),
  );
  if (!root?.isMember || !readQueue) return null;
  if (!root.entitlements.offline) {
    if (!root.isPremiumSold) return null;
    return (
      <ButtonLink to="/premium" variant="quiet" icon="crown" className="unscripted:hidden">
        オフライン保存
      </ButtonLink>
    );
  }
  const downloadAll = async () => {
    const { tracks: first, next } = readQueue();
    setIsLoadingList(true);
    const list = await fetchWholeList(first, next);
    setIsLoadingList(false);
    if (!list) {
      show({
        tone: "error",
        title: "保存できませんでした",
        description: "通信環境をご確認のうえ、もう一度お試しください。",
      });
      return;
    }
    setRequested(list);
    downloadTracks(list);
  };
  const failed = all.flatMap(({ id }) => {
    const state = pending.get(id);
    return state?.status === "failed" ? [state] : [];
  });
  return (
    <>
      {remaining.length > 0 ? (
        <Button
          key="button"
          type="button"
          variant="quiet"
          icon="close"
          className="unscripted:hidden"
          aria-label={`保存中 残り${remaining.length}件。保存を中止`}
          onClick={() => cancelDownloads(remaining.map(({ id }) => id))}
        >
          保存中 残り{remaining.length}件
        </Button>
      ) : isDownloaded ? (
        <ButtonLink
          // It replaces the button that had the focus.
          ref={requested && takeLostFocus}
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
          busy={isLoadingList}
          onClick={() => void downloadAll()}
        >
          オフライン保存
        </Button>
      )}
      <span role="status" className="sr-only">
        {(remaining.length > 0 || isDownloaded) && announcement}
      </span>
      {remaining.length === 0 && !isDownloaded && failed[0] && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failed.length}件を保存できませんでした。{failed[0].message}
        </p>
      )}
    </>
  );
}

/** The list's queue as of the last render: the list updates it in an effect, which runs after those of its children. */
function useCurrentListQueue(readQueue: (() => PlayQueue) | null): PlayQueue | null {
  const [queue, setQueue] = useState(() => readQueue?.() ?? null);
  useEffect(() => queueMicrotask(() => setQueue(readQueue?.() ?? null)));
  return queue;
}

function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

async function fetchWholeList(
  loaded: readonly PlayableTrack[],
  next: string | null,
): Promise<readonly PlayableTrack[] | null> {
  const all = [...loaded];
  for (let call = next; call; ) {
    const page = readQueuePage(await fetchJson("GET", call));
    if (!page) return null;
    all.push(...page.tracks);
    call = page.next;
  }
  return all;
}
