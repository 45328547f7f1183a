import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem, TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { formatSpokenTime, formatTime } from "#app/lib/format-time.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { iconBeforeClass } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { gridPageClass, Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { deleteEntries, forgetPositions, historyCall } from "./delete-entries.ts";

const failureMessage = "削除できませんでした。もう一度お試しください。";

const headingId = "history";

/** 再生履歴: the member's history, grouped by day. The heading takes the focus after a removal. `children`: above the list. */
export function HistoryScreen({ first, children }: { first: TrackListPage; children: ReactNode }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<number>>(new Set());
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  useEffect(() => {
    if (removedIds.size > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [removedIds]);

  const send = async (trackId: number | null, done: string): Promise<boolean> => {
    const { ok, status } = await deleteEntries(trackId);
    if (status === 401) promptLogin();
    else if (ok) show({ title: done, tone: "success" });
    else show({ title: "エラー", description: failureMessage, tone: "error" });
    if (ok) await revalidate();
    return ok;
  };
  const remove = async (id: number) => {
    setRemovedIds((last) => new Set(last).add(id));
    if (await send(id, "再生履歴から削除しました")) return;
    setRemovedIds((last) => new Set([...last].filter((other) => other !== id)));
  };
  const clear = async () => {
    setIsDialogOpen(false);
    if (await send(null, "再生履歴をすべて削除しました"))
      document.getElementById(headingId)?.focus({ preventScroll: true });
  };

  const remaining = first.tracks.filter(({ id }) => !removedIds.has(id));
  const isEmpty = remaining.length === 0 && first.next === null;
  return (
    <Page
      className={gridPageClass}
      back={{ to: "/", label: "ホーム" }}
      title={
        <span id={headingId} tabIndex={-1} className="outline-none">
          再生履歴
        </span>
      }
      actions={
        !isEmpty && (
          <ButtonLink
            to="/history?ask=clear"
            variant="quiet"
            icon="trash"
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              setIsDialogOpen(true);
            }}
          >
            すべて削除
          </ButtonLink>
        )
      }
    >
      {children}
      {isEmpty ? (
        <NoHistory />
      ) : (
        <PagedTrackList
          first={first}
          label="再生履歴"
          isGrid
          queue={{ name: "再生履歴", call: historyCall }}
          isRemoved={({ id }) => removedIds.has(id)}
          groupOf={({ lastListen }) => lastListen?.day ?? ""}
          renderRow={(track) => <HistoryRow track={track} onRemove={() => void remove(track.id)} />}
        />
      )}
      <ClearHistoryDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        onConfirm={() => void clear()}
      />
    </Page>
  );
}

function HistoryRow({ track, onRemove }: { track: TrackListItem; onRemove: () => void }) {
  const { time, position = 0 } = track.lastListen ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRemove();
  };
  return (
    <TrackRow
      track={track}
      from={position}
      isTile
      detail={
        <p className="text-xs text-muted tabular-nums">
          {time}に再生
          {position > 0 && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="font-bold whitespace-nowrap text-accent">
                <span aria-hidden="true">{formatTime(position)}から続き</span>
                <span className="sr-only">、{formatSpokenTime(position)}から続き</span>
              </span>
            </>
          )}
        </p>
      }
      menu={
        <Form method="post" action="/history" onSubmit={submit}>
          <input type="hidden" name="trackId" value={track.id} />
          <button
            type="submit"
            name="intent"
            value="remove"
            aria-label={`「${track.title}」を再生履歴から削除`}
            className={`menu-entry ${iconBeforeClass("close")}`}
          >
            再生履歴から削除
          </button>
        </Form>
      }
    />
  );
}

function NoHistory() {
  return (
    <EmptyState icon="clock" title="再生履歴はまだありません" heading="h2" action={<FindTracksLink />}>
      聴いた音声が、新しい順にここに並びます。
    </EmptyState>
  );
}

export const clearHistoryQuestion = "再生履歴をすべて削除しますか？";
const clearHistoryExplanation =
  "どこまで聴いたかの記録も消え、元に戻すことはできません。お気に入りやプレイリストはそのままです。";

function ClearHistoryDialog(props: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      {...props}
      title={clearHistoryQuestion}
      cancelLabel="そのままにする"
      confirmLabel="すべて削除する"
      confirmIcon="trash"
    >
      <p className="text-sm">{clearHistoryExplanation}</p>
    </ConfirmDialog>
  );
}

/** The confirmation as a page, without JavaScript or in a tab of its own. */
export function ClearHistoryPage() {
  return (
    <Page
      title={clearHistoryQuestion}
      lead={clearHistoryExplanation}
      back={{ to: "/history", label: "再生履歴" }}
    >
      <Form method="post" action="/history" onSubmit={forgetPositions} className="flex flex-wrap gap-2">
        <Button name="intent" value="clear" variant="danger" icon="trash">
          すべて削除する
        </Button>
        <ButtonLink to="/history" variant="quiet">
          そのままにする
        </ButtonLink>
      </Form>
    </Page>
  );
}
