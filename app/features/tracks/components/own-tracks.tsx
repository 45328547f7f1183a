import { type FormEvent, useEffect, useState } from "react";
import { Form, useLocation, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { askServer } from "#app/lib/ask-server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";
import type { ListedPage } from "../listed-page.ts";
import type { ListedTrack } from "../listed-track.ts";
import { trackDeletion } from "../track-deletion.ts";
import { PagedTracks } from "./more-tracks.tsx";
import { TrackRow } from "./track-list.tsx";

/**
 * 投稿音声: the member's own tracks, each with an eye and a bin (spec 2 §2, §4). `headingId` is the list's heading,
 * which takes the focus when a track has gone.
 */
export function OwnTracks({ first, headingId }: { first: ListedPage; headingId: string }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  /** Those that this page has deleted. */
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [doomed, setDoomed] = useState<ListedTrack | null>(null);
  useEffect(() => {
    // After the dialog, which gives the focus back to a button that has gone.
    if (gone.size > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [gone, headingId]);

  const left = first.tracks.filter(({ id }) => !gone.has(id));
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
        queue={{ name: "自分の投稿音声", call: "/api/my-tracks" }}
        isGone={({ id }) => gone.has(id)}
        row={(track) => <OwnTrack track={track} onDelete={() => setDoomed(track)} />}
      />
      <DeleteDialog
        track={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={async (id) => {
          setDoomed(null);
          setGone((last) => new Set(last).add(id));
          show({ title: trackDeletion.done, tone: "success" });
          await revalidate();
        }}
      />
    </>
  );
}

function OwnTrack({ track, onDelete }: { track: ListedTrack; onDelete: () => void }) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { pathname, search } = useLocation();
  const { isOn: isVisible, toggle } = useOptimisticSwitch({
    given: { isOn: track.isVisible, count: 0 },
    source: track,
    async send(isOn) {
      const { ok, status } = await askServer("PATCH", `/api/tracks/${track.id}/visibility`, {
        json: { isVisible: isOn },
        keepalive: true,
      });
      return { state: ok ? { isOn, count: 0 } : null, status };
    },
    onDone: (isOn) =>
      show({ title: isOn ? "音声を公開しました" : "音声を非公開にしました", tone: "success" }),
    onRefused(_, status) {
      if (status === 401) return promptLogin();
      show({ title: "エラー", description: "公開状態の変更に失敗しました", tone: "error" });
    },
  });
  const shown = { ...track, isVisible };
  return (
    <TrackRow
      track={shown}
      actions={
        <div className="flex flex-wrap justify-end gap-2 pb-3">
          <VisibilityForm track={shown} onToggle={toggle} />
          <ButtonLink
            to={trackDeletion.pathOf(track.id, `${pathname}${search}`)}
            variant="quiet"
            icon="trash"
            aria-label={`「${track.title}」を削除する`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onDelete();
            }}
          >
            削除
          </ButtonLink>
        </div>
      }
    />
  );
}

/** The eye: a plain form post; with JavaScript `onToggle` takes its place. */
function VisibilityForm({ track, onToggle }: { track: ListedTrack; onToggle: () => void }) {
  const { pathname, search } = useLocation();
  const { id, title, isVisible } = track;
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
    const { ok, status } = await askServer("DELETE", `/api/tracks/${track.id}`, { keepalive: true });
    setBusy(false);
    if (status === 401) {
      close();
      return promptLogin();
    }
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
