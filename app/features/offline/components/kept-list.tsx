import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ListQueue } from "#app/features/playback/components/list-queue.tsx";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { formatTime } from "#app/lib/format-time.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatBytes } from "../format-bytes.ts";
import { useKept } from "../hooks/use-kept.ts";
import { removeKept } from "../keeper.ts";
import type { Lock } from "../lock-of.ts";
import { offlineAudioPath } from "../offline-audio-path.ts";

const locks: Record<NonNullable<Lock>, { title: string; text: string }> = {
  ended: {
    title: "保存した音声は再生できません",
    text: "プレミアム会員ではなくなったため、保存した音声を再生できません。プレミアムに戻ると、そのまま再生できます。",
  },
  unchecked: {
    title: "保存した音声は、いま再生できません",
    text: "7日以上オンラインで確認できていないため、保存した音声を再生できません。一度インターネットにつなぐと、また再生できます。",
  },
};

const emptyId = "nothing-kept";

/** The tracks that this device keeps: to be played, with a network or without, and removed. */
export function KeptList() {
  const { tracks, lock } = useKept();
  useFocusWhenEmptied(tracks && tracks.length === 0);
  if (!tracks) return null;
  if (tracks.length === 0) {
    return (
      <EmptyState
        icon="download"
        title="保存した音声はありません"
        heading="h2"
        titleId={emptyId}
        action={
          <ButtonLink to="/" variant="quiet">
            音声をさがす
          </ButtonLink>
        }
      >
        音声やプレイリストのページの「オフライン保存」で、電波のない場所でも聴けるようになります。
      </EmptyState>
    );
  }
  const bytes = tracks.reduce((sum, track) => sum + track.bytes, 0);
  const queue = { name: "オフライン保存", path: offlineAudioPath, tracks, isPlaylist: true, next: null };
  return (
    <section aria-labelledby="kept" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id="kept" className="text-lg">
            保存した音声
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {tracks.length}件・{formatBytes(bytes)}
          </p>
        </div>
        <RemoveAll ids={tracks.map(({ id }) => id)} />
      </div>
      {lock && (
        <Notice
          tone="warning"
          title={locks[lock].title}
          actions={
            lock === "ended" && (
              <ButtonLink to="/premium" variant="quiet" icon="crown">
                プレミアムを見る
              </ButtonLink>
            )
          }
        >
          {locks[lock].text}
        </Notice>
      )}
      <ListQueue queue={queue}>
        <ul aria-label="保存した音声" className="divide-y divide-line">
          {tracks.map((track) => (
            <li key={track.id} className="flex items-center gap-3 py-2">
              {!lock && <PlayButton track={track} look="quiet" />}
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 font-bold leading-snug">
                  <Link to={track.path} className="hover:underline">
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
                  passFocusOn(event);
                  void removeKept([track.id]);
                }}
              />
            </li>
          ))}
        </ul>
      </ListQueue>
    </section>
  );
}

/** The row goes, and the focus with it: to the bin of the one beside it. */
function passFocusOn({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>(":scope > button:last-child")?.focus({ preventScroll: true });
}

/** The last row takes the focus along: to the heading of what stands there instead. `isEmpty` is null while it is unknown. */
function useFocusWhenEmptied(isEmpty: boolean | null): void {
  const wasFilled = useRef(false);
  useEffect(() => {
    if (isEmpty && wasFilled.current && document.activeElement === document.body)
      document.getElementById(emptyId)?.focus({ preventScroll: true });
    wasFilled.current = isEmpty === false;
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
      <Dialog
        open={isAsking}
        onClose={close}
        title="保存した音声をすべて削除しますか？"
        actions={
          <>
            <Button type="button" variant="quiet" onClick={close}>
              そのままにする
            </Button>
            <Button
              type="button"
              variant="danger"
              icon="trash"
              onClick={() => {
                close();
                void removeKept(ids);
              }}
            >
              すべて削除する
            </Button>
          </>
        }
      >
        <p className="text-sm">
          この端末に保存した{ids.length}件を削除します。インターネットにつながっていれば、また保存できます。
        </p>
      </Dialog>
    </>
  );
}
