import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import type { TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { type Move, optimisticMove } from "./optimistic-items.ts";

const toastDelayMs = 700;

interface Reorder {
  arrange: ((page: TrackListPage) => TrackListPage) | undefined;
  /** The playlist's `updatedAt` after the last move that the server has made, or "". */
  movedAt: string;
  move(move: Move): void;
}

/**
 * Reorders optimistically. Requests go one after another; of an item's waiting moves only the last is sent. A failure brings
 * back the server's order. `onConfirmed` is called for each move that the server has made.
 */
export function useReorder(playlistId: number, onConfirmed: (move: Move) => void): Reorder {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { revalidate } = useRevalidator();
  const [movedAt, setMovedAt] = useState("");
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const waiting = useRef<readonly Move[]>([]);
  const isSending = useRef(false);
  const toastTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(toastTimer.current), []);
  const arrange = useCallback((page: TrackListPage) => moves.reduce(optimisticMove, page), [moves]);

  const setWaiting = (next: readonly Move[]) => {
    waiting.current = next;
    setMoves(next);
  };
  const send = async () => {
    isSending.current = true;
    for (let [first] = waiting.current; first; [first] = waiting.current) {
      const { itemId: id, order } = first;
      const formResult = await fetchJson("PUT", `/api/playlists/${playlistId}/reorder`, {
        json: { items: [{ id, order }] },
        keepalive: true,
      });
      if (!formResult.ok) {
        setWaiting([]);
        if (formResult.status === 401) promptLogin();
        else show({ title: "順序の更新に失敗しました", tone: "error" });
        if (formResult.status !== 0) void revalidate();
        break;
      }
      const { updatedAt } = asRecord(formResult.body);
      // In one render, so that no row jumps: the list gets the move when it stops waiting.
      flushSync(() => {
        onConfirmed(first);
        // A server of the version before does not say it.
        if (typeof updatedAt === "string") setMovedAt(updatedAt);
        setWaiting(waiting.current.slice(1));
      });
      clearTimeout(toastTimer.current);
      toastTimer.current = setTimeout(() => {
        if (isSending.current) return;
        show({ title: "順序を更新しました", tone: "success" });
        void revalidate();
      }, toastDelayMs);
    }
    isSending.current = false;
  };
  return {
    arrange: moves.length > 0 ? arrange : undefined,
    movedAt,
    move(move) {
      const last = waiting.current.at(-1);
      const isLastInFlight = isSending.current && waiting.current.length === 1;
      const replacesLast = last?.itemId === move.itemId && !isLastInFlight;
      setWaiting([...(replacesLast ? waiting.current.slice(0, -1) : waiting.current), move]);
      clearTimeout(toastTimer.current);
      if (!isSending.current) void send();
    },
  };
}
