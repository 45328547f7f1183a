import { type FormEvent, useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { PagedTracks } from "#app/features/tracks/components/more-tracks.tsx";
import { TrackRow } from "#app/features/tracks/components/track-list.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { formatTime, spokenTime } from "#app/lib/format-time.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { ClearHistoryDialog } from "./clear-history.tsx";

const call = "/api/user/listening-history";
const failed = "削除できませんでした。もう一度お試しください。";

/** 再生履歴: what the member has listened to, day by day. `headingId` takes the focus when a row has gone. */
export function HistoryList({ first, headingId }: { first: ListedPage; headingId: string }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  /** Those that this page has taken out. */
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (gone.size > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [gone, headingId]);

  /** Asks the server to forget; says what became of it. */
  const forget = async (path: string, done: string): Promise<boolean> => {
    const { ok, status } = await askServer("DELETE", path, { keepalive: true });
    if (status === 401) promptLogin();
    else if (ok) show({ title: done, tone: "success" });
    else show({ title: "エラー", description: failed, tone: "error" });
    if (ok) await revalidate();
    return ok;
  };
  const remove = async (id: number) => {
    setGone((last) => new Set(last).add(id));
    if (await forget(`${call}/${id}`, "再生履歴から削除しました")) return;
    setGone((last) => new Set([...last].filter((one) => one !== id)));
  };
  const clear = async () => {
    setIsAsking(false);
    await forget(call, "再生履歴をすべて削除しました");
  };

  const left = first.tracks.filter(({ id }) => !gone.has(id));
  if (left.length === 0 && first.next === null) return <NoHistory />;
  return (
    <>
      <div className="-mt-3 flex justify-end pb-2">
        <ButtonLink
          to="/history?ask=clear"
          variant="quiet"
          icon="trash"
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            setIsAsking(true);
          }}
        >
          すべて削除
        </ButtonLink>
      </div>
      <PagedTracks
        first={first}
        label="再生履歴"
        queue={{ name: "再生履歴", call }}
        isGone={({ id }) => gone.has(id)}
        groupOf={({ heard }) => heard?.day ?? ""}
        row={(track) => <HeardRow track={track} onRemove={() => void remove(track.id)} />}
      />
      <ClearHistoryDialog open={isAsking} onClose={() => setIsAsking(false)} onConfirm={() => void clear()} />
    </>
  );
}

function HeardRow({ track, onRemove }: { track: ListedTrack; onRemove: () => void }) {
  const { time, position = 0 } = track.heard ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRemove();
  };
  return (
    <TrackRow
      track={track}
      from={position}
      note={
        <p className="text-xs text-muted tabular-nums">
          {time}に再生
          {position > 0 && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="font-bold whitespace-nowrap text-accent">
                <span aria-hidden="true">{formatTime(position)}から続き</span>
                <span className="sr-only">、{spokenTime(position)}から続き</span>
              </span>
            </>
          )}
        </p>
      }
      aside={
        <Form method="post" action="/history" onSubmit={submit}>
          <input type="hidden" name="trackId" value={track.id} />
          <IconButton
            type="submit"
            name="intent"
            value="remove"
            icon="close"
            label={`「${track.title}」を再生履歴から削除`}
            className="text-muted"
          />
        </Form>
      }
    />
  );
}

function NoHistory() {
  return (
    <EmptyState
      icon="clock"
      title="再生履歴はまだありません"
      heading="h2"
      action={
        <ButtonLink to="/" variant="quiet" icon="headphones">
          音声をさがす
        </ButtonLink>
      }
    >
      聴いた音声が、新しい順にここに並びます。
    </EmptyState>
  );
}
