import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { formatTime } from "#app/lib/format-time.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { removeDownloads } from "../hooks/download-queue.ts";
import { useDownloads } from "../hooks/use-downloads.ts";
import { type LicenseProblem, offlineAudioPath } from "../offline.ts";

const problemNotices: Record<NonNullable<LicenseProblem>, { title: string; text: string }> = {
  "no-premium": {
    title: "保存した音声は再生できません",
    text: "プレミアム会員ではなくなったため、保存した音声を再生できません。プレミアムに戻ると、そのまま再生できます。",
  },
  expired: {
    title: "保存した音声は、いま再生できません",
    text: "7日以上オンラインで確認できていないため、保存した音声を再生できません。一度インターネットにつなぐと、また再生できます。",
  },
};

const emptyId = "no-downloads";

/** This device's downloads, to play and delete. Works without a network. */
export function DownloadsList() {
  const { tracks, problem } = useDownloads();
  const player = usePlayer();
  const isSold = useIsPremiumSold();
  // Only the audio backend knows the device's files: an earlier click would play from the network.
  const hasDownloads = tracks !== null && tracks.length > 0;
  useEffect(() => {
    if (hasDownloads) player.preload();
  }, [player, hasDownloads]);
  useFocusWhenEmptied(tracks && tracks.length === 0);
  if (!tracks) return null;
  if (tracks.length === 0) {
    return (
      <EmptyState
        icon="download"
        title="保存した音声はありません"
        heading="h2"
        titleId={emptyId}
        action={<FindTracksLink />}
      >
        プレミアム会員は、音声やプレイリストのページの「オフライン保存」で、電波のない場所でも聴けるようになります。
      </EmptyState>
    );
  }
  const bytes = tracks.reduce((sum, track) => sum + track.bytes, 0);
  const queue = { name: "オフライン保存", path: offlineAudioPath, tracks, isPlaylist: true, next: null };
  return (
    <section aria-labelledby="downloads" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id="downloads" className="text-lg">
            保存した音声
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {tracks.length}件・{formatBytes(bytes)}
          </p>
        </div>
        <RemoveAll ids={tracks.map(({ id }) => id)} />
      </div>
      {problem && (
        <Notice
          tone="warning"
          title={problemNotices[problem].title}
          actions={
            problem === "no-premium" &&
            isSold && (
              <ButtonLink to="/premium" variant="quiet" icon="crown">
                プレミアムを見る
              </ButtonLink>
            )
          }
        >
          {problemNotices[problem].text}
        </Notice>
      )}
      <ListQueue queue={queue}>
        <ul aria-label="保存した音声" className="divide-y divide-line">
          {tracks.map((track) => (
            <li key={track.id} className="flex items-center gap-3 py-2">
              {!problem && <PlayButton track={track} variant="quiet" />}
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 font-bold leading-snug">
                  <Link to={pageOfTrack(track)} className="hover:underline">
                    {track.title}
                  </Link>
                </p>
                <p className="truncate text-sm text-muted tabular-nums">
                  {track.posterName}・{formatTime(track.duration)}・{formatBytes(track.bytes)}
                </p>
              </div>
              <IconButton
                icon="trash"
                label={`「${track.title}」を端末から削除`}
                onClick={(event) => {
                  focusNeighbourRow(event);
                  void removeDownloads([track.id]);
                }}
              />
            </li>
          ))}
        </ul>
      </ListQueue>
    </section>
  );
}

/** This row will disappear: the next or previous row's delete button takes the focus. */
function focusNeighbourRow({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>(":scope > button:last-child")?.focus({ preventScroll: true });
}

/** The empty state's heading takes the focus after the last row. `isEmpty`: null while unknown. */
function useFocusWhenEmptied(isEmpty: boolean | null): void {
  const hadRows = useRef(false);
  useEffect(() => {
    if (isEmpty && hadRows.current && document.activeElement === document.body)
      document.getElementById(emptyId)?.focus({ preventScroll: true });
    hadRows.current = isEmpty === false;
  }, [isEmpty]);
}

function RemoveAll({ ids }: { ids: readonly number[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button type="button" variant="plain" icon="trash" className="-mr-4" onClick={() => setIsAsking(true)}>
        すべて削除
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title="保存した音声をすべて削除しますか？"
        cancelLabel="そのままにする"
        confirmLabel="すべて削除する"
        confirmIcon="trash"
        onConfirm={() => {
          close();
          void removeDownloads(ids);
        }}
      >
        <p className="text-sm">
          この端末に保存した{ids.length}件を削除します。インターネットにつながっていれば、また保存できます。
        </p>
      </ConfirmDialog>
    </>
  );
}

const megabyte = 1024 * 1024;

/** 「4.2MB」「1.3GB」: binary units, one decimal, at least 0.1MB. */
export function formatBytes(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / megabyte);
  return megabytes < 999.95 ? `${megabytes.toFixed(1)}MB` : `${(megabytes / 1024).toFixed(1)}GB`;
}
