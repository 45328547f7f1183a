import { type FormEvent, useState } from "react";
import { Form, useLocation, useRevalidator } from "react-router";
import { askServer } from "#app/lib/ask-server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { usePlayback, usePlayer } from "../playback/use-player.tsx";
import type { ListedTrack } from "./listed-track.ts";
import { type ListedPage, PagedTracks } from "./more-tracks.tsx";
import { trackDeletion } from "./track-deletion.ts";

/** 投稿音声: the member's own tracks, each with an eye and a bin (spec 2 §2, §4). */
export function OwnTracks({ first }: { first: ListedPage }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  /** What this page has changed since its lists were loaded. */
  const [changes, setChanges] = useState<ReadonlyMap<number, "deleted" | boolean>>(new Map());
  const [doomed, setDoomed] = useState<ListedTrack | null>(null);
  const note = (id: number, change: "deleted" | boolean) =>
    setChanges((last) => new Map(last).set(id, change));

  const setVisible = async ({ id }: ListedTrack, isVisible: boolean) => {
    note(id, isVisible);
    const { ok } = await askServer("PATCH", `/api/tracks/${id}/visibility`, { json: { isVisible } });
    if (!ok) {
      note(id, !isVisible);
      show({ title: "エラー", description: "公開状態の変更に失敗しました", tone: "error" });
      return;
    }
    show({ title: isVisible ? "音声を公開しました" : "音声を非公開にしました", tone: "success" });
    await revalidate();
  };
  const asChanged = (track: ListedTrack) => {
    const change = changes.get(track.id);
    if (change === "deleted") return null;
    return change === undefined ? track : { ...track, isVisible: change };
  };

  const left = first.tracks.filter(({ id }) => changes.get(id) !== "deleted");
  if (left.length === 0 && first.next === null) return <NoTracks />;
  return (
    <>
      <div className="flex justify-end pt-3">
        <ButtonLink to="/create-post" icon="plus">
          つくる
        </ButtonLink>
      </div>
      <PagedTracks
        first={first}
        label="投稿音声"
        asChanged={asChanged}
        actions={(track) => (
          <div className="flex flex-wrap justify-end gap-2 pb-3">
            <VisibilityForm track={track} onChange={(isVisible) => void setVisible(track, isVisible)} />
            <ButtonLink
              to={trackDeletion.pathOf(track.id)}
              variant="quiet"
              icon="trash"
              aria-label={`「${track.title}」を削除する`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setDoomed(track);
              }}
            >
              削除
            </ButtonLink>
          </div>
        )}
      />
      <DeleteDialog
        track={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={async (id) => {
          setDoomed(null);
          note(id, "deleted");
          await revalidate();
        }}
      />
    </>
  );
}

/** The eye: a plain form post; with JavaScript it changes at once. */
function VisibilityForm({ track, onChange }: { track: ListedTrack; onChange: (isVisible: boolean) => void }) {
  const { pathname, search } = useLocation();
  const { id, title, isVisible } = track;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(!isVisible);
  };
  return (
    <Form method="post" action="/profile" onSubmit={submit}>
      <input type="hidden" name="intent" value="set-visibility" />
      <input type="hidden" name="trackId" value={id} />
      <input type="hidden" name="isVisible" value={String(!isVisible)} />
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <Button
        variant="quiet"
        icon={isVisible ? "eye" : "eye-off"}
        aria-label={`${isVisible ? "公開中" : "非公開"}：「${title}」を${isVisible ? "非公開" : "公開"}にする`}
        title={isVisible ? "非公開にする" : "公開にする"}
      >
        {isVisible ? "公開中" : "非公開"}
      </Button>
    </Form>
  );
}

/** Asks before a track is deleted; open while there is a `track`. */
function DeleteDialog(props: {
  track: ListedTrack | null;
  onClose: () => void;
  onDeleted: (id: number) => Promise<void>;
}) {
  const { track, onClose, onDeleted } = props;
  const player = usePlayer();
  const playing = usePlayback(({ track: current }) => current?.id ?? null);
  const [busy, setBusy] = useState(false);
  const [failedId, setFailedId] = useState<number | null>(null);
  const close = () => {
    setFailedId(null);
    onClose();
  };
  const remove = async () => {
    if (!track) return;
    setBusy(true);
    const { ok, status } = await askServer("DELETE", `/api/tracks/${track.id}`);
    setBusy(false);
    // Gone already, perhaps from another device.
    if (!ok && status !== 404) return setFailedId(track.id);
    if (playing === track.id) player.pause();
    setFailedId(null);
    await onDeleted(track.id);
  };
  return (
    <Dialog
      open={track !== null}
      onClose={close}
      title="音声を削除"
      actions={
        <>
          <Button type="button" variant="quiet" onClick={close}>
            やめる
          </Button>
          <Button
            type="button"
            variant="danger"
            icon="trash"
            busy={busy}
            busyLabel="削除しています"
            onClick={remove}
          >
            削除する
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p className="font-bold">{track?.title}</p>
        <p>{trackDeletion.question}</p>
        {track && failedId === track.id && <Notice tone="error" title={trackDeletion.failed} />}
      </div>
    </Dialog>
  );
}

function NoTracks() {
  return (
    <EmptyState
      icon="voice"
      title="投稿した音声がありません"
      action={
        <ButtonLink to="/create-post" icon="plus">
          音声をつくる
        </ButtonLink>
      }
    >
      あなたの文章が、ふたりの声の番組になります。
    </EmptyState>
  );
}
