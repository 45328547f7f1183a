import { type FormEvent, useEffect, useState } from "react";
import { Form, Link, useLocation, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, iconBeforeClass } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { sendToggle, useToggle } from "#app/ui/use-toggle.ts";
import { PagedTrackList } from "./list/paged-track-list.tsx";
import { TrackRow } from "./list/track-row.tsx";
import type { Takedown } from "./moderation/moderation.ts";
import { TakedownNotice } from "./moderation/takedown-notice.tsx";
import { trackDeletion } from "./track.ts";
import type { TrackListItem, TrackListPage } from "./track-list-item.ts";

/** 投稿音声: the member's own tracks. The heading `headingId` takes the focus after a deletion. */
export function OwnTracks({ first, headingId }: { first: TrackListPage; headingId: string }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<number>>(new Set());
  const [trackToDelete, setTrackToDelete] = useState<TrackListItem | null>(null);
  useEffect(() => {
    // After the dialog, which returns the focus to a button that is gone.
    if (deletedIds.size > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [deletedIds, headingId]);

  const remaining = first.tracks.filter(({ id }) => !deletedIds.has(id));
  if (remaining.length === 0 && first.next === null) return <NoTracks />;
  return (
    <>
      <div className="flex justify-end gap-2 pt-3">
        <ButtonLink to="/insights" variant="quiet">
          反響
        </ButtonLink>
        <ButtonLink to="/create-post" icon="plus">
          音声を作る
        </ButtonLink>
      </div>
      <PagedTrackList
        first={first}
        label="投稿音声"
        isGrid
        queue={{ name: "自分の投稿音声", call: "/api/my-tracks?order=newest" }}
        isRemoved={({ id }) => deletedIds.has(id)}
        renderRow={(track) => <OwnTrack track={track} onDelete={() => setTrackToDelete(track)} />}
      />
      <DeleteDialog
        track={trackToDelete}
        onClose={() => setTrackToDelete(null)}
        onDeleted={async (id) => {
          setTrackToDelete(null);
          setDeletedIds((last) => new Set(last).add(id));
          show({ title: trackDeletion.done, tone: "success" });
          await revalidate();
        }}
      />
    </>
  );
}

function OwnTrack({ track, onDelete }: { track: TrackListItem; onDelete: () => void }) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const { isOn: isVisible, toggle } = useToggle({
    given: { isOn: !track.isHidden, count: 0 },
    source: track,
    send: (isOn) =>
      sendToggle(isOn, {
        method: "PATCH",
        path: `/api/tracks/${track.id}/visibility`,
        json: { isVisible: isOn },
      }),
    onDone: (isOn) =>
      show({ title: isOn ? "音声を公開しました" : "音声を非公開にしました", tone: "success" }),
    onRejected(_, status) {
      if (status === 401) return promptLogin();
      // Perhaps taken down since the list was loaded: then the reason replaces the button.
      if (status === 409) void revalidate();
      show({ title: "エラー", description: "公開状態の変更に失敗しました", tone: "error" });
    },
  });
  const { isHidden: _, ...current } = track;
  return (
    <TrackRow
      isTile
      track={isVisible ? current : { ...current, isHidden: true }}
      menu={
        <>
          {!track.takedown && (
            <Link to={`/track/${track.id}/edit`} className={`menu-entry ${iconBeforeClass("edit")}`}>
              情報を編集
            </Link>
          )}
          {!track.takedown && <VisibilityForm track={track} isVisible={isVisible} onToggle={toggle} />}
          <Link
            to={trackDeletion.pathOf(track.id, `${pathname}${search}`)}
            aria-label={`「${track.title}」を削除する`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onDelete();
            }}
            className={`menu-entry text-danger ${iconBeforeClass("trash")}`}
          >
            削除
          </Link>
        </>
      }
      actions={track.takedown && <TakedownDetails takedown={track.takedown} />}
    />
  );
}

/** The operator's reason, instead of the visibility button. */
function TakedownDetails({ takedown }: { takedown: Takedown }) {
  return (
    <details className="group flex-1 basis-60 open:basis-full">
      <summary className="ml-auto flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-full px-4 text-sm font-bold text-voice-a hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Icon name="eye-off" />
        公開停止中（理由を見る）
      </summary>
      <TakedownNotice takedown={takedown} className="mt-2" />
    </details>
  );
}

function VisibilityForm(props: { track: TrackListItem; isVisible: boolean; onToggle: () => void }) {
  const { track, isVisible, onToggle } = props;
  const { pathname, search } = useLocation();
  const { id, title } = track;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onToggle();
  };
  return (
    <Form method="post" action="/profile" onSubmit={submit}>
      <input type="hidden" name="intent" value="set-visibility" />
      <input type="hidden" name="trackId" value={id} />
      <input type="hidden" name="isVisible" value={String(!isVisible)} />
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <button
        type="submit"
        aria-label={`${isVisible ? "公開中" : "非公開"}：「${title}」を${isVisible ? "非公開" : "公開"}にする`}
        className={`menu-entry ${iconBeforeClass(isVisible ? "eye-off" : "eye")}`}
      >
        {isVisible ? "非公開にする" : "公開する"}
      </button>
    </Form>
  );
}

function DeleteDialog(props: {
  track: TrackListItem | null;
  onClose: () => void;
  onDeleted: (id: number) => Promise<void>;
}) {
  const { track, onClose, onDeleted } = props;
  const player = usePlayer();
  const playing = usePlayback(({ track: current }) => current?.id ?? null);
  const promptLogin = useLoginPrompt();
  const [busy, setBusy] = useState(false);
  const [failedId, setFailedId] = useState<number | null>(null);
  const close = () => {
    setFailedId(null);
    onClose();
  };
  const remove = async () => {
    if (!track) return;
    setBusy(true);
    const { ok, status } = await fetchJson("DELETE", `/api/tracks/${track.id}`, { keepalive: true });
    setBusy(false);
    if (status === 401) {
      close();
      return promptLogin();
    }
    // 404: already deleted, perhaps on another device.
    if (!ok && status !== 404) return setFailedId(track.id);
    if (playing === track.id) player.pause();
    setFailedId(null);
    await onDeleted(track.id);
  };
  return (
    <ConfirmDialog
      open={track !== null}
      onClose={close}
      title="音声を削除"
      cancelLabel="やめる"
      confirmLabel="削除する"
      confirmIcon="trash"
      onConfirm={remove}
      busy={busy}
      busyLabel="削除しています"
    >
      <div className="space-y-3">
        <p className="font-bold">{track?.title}</p>
        <p>{trackDeletion.question}</p>
        {track && failedId === track.id && <Notice tone="error" title={trackDeletion.failed} />}
      </div>
    </ConfirmDialog>
  );
}

function NoTracks() {
  return (
    <EmptyState
      icon="voice"
      title="投稿した音声がありません"
      action={
        <ButtonLink to="/create-post" icon="plus">
          音声を作る
        </ButtonLink>
      }
    >
      あなたの文章が、ふたりの声の番組になります。
    </EmptyState>
  );
}
