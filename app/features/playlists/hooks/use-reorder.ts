import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { type Move, movedPage } from "../moved-page.ts";

/** Ms without another move after which people are told that all is kept. */
const restMs = 700;

interface Reorder {
  /** The list as it has been arranged; undefined while the server knows everything. */
  arrange: ((page: ListedPage) => ListedPage) | undefined;
  /** Shows an item at another place at once, and asks the server for it. */
  move(move: Move): void;
}

/**
 * Changes of a playlist's order (spec 2 §4), shown at once. They are sent one after another; of several moves of one
 * item that wait only the last is sent. When one fails, the order that the server has is shown again. `onKept` is told
 * of each that the server has made.
 */
export function useReorder(playlistId: number, onKept: (move: Move) => void): Reorder {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { revalidate } = useRevalidator();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const waiting = useRef<readonly Move[]>([]);
  const isSending = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const arrange = useCallback((page: ListedPage) => moves.reduce(movedPage, page), [moves]);

  const hold = (next: readonly Move[]) => {
    waiting.current = next;
    setMoves(next);
  };
  const send = async () => {
    isSending.current = true;
    for (let [first] = waiting.current; first; [first] = waiting.current) {
      const { itemId: id, order } = first;
      const answer = await askServer("PUT", `/api/playlists/${playlistId}/reorder`, {
        json: { items: [{ id, order }] },
        keepalive: true,
      });
      if (!answer.ok) {
        hold([]);
        if (answer.status === 401) promptLogin();
        else show({ title: "順序の更新に失敗しました", tone: "error" });
        if (answer.status !== 0) void revalidate();
        break;
      }
      // The list has it when it waits no longer: nothing jumps.
      flushSync(() => {
        onKept(first);
        hold(waiting.current.slice(1));
      });
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        if (isSending.current) return;
        show({ title: "順序を更新しました", tone: "success", duration: 2500 });
        void revalidate();
      }, restMs);
    }
    isSending.current = false;
  };
  return {
    arrange: moves.length > 0 ? arrange : undefined,
    move(move) {
      const last = waiting.current.at(-1);
      const isOnItsWay = isSending.current && waiting.current.length === 1;
      const isSame = last?.itemId === move.itemId && !isOnItsWay;
      hold([...(isSame ? waiting.current.slice(0, -1) : waiting.current), move]);
      clearTimeout(rest.current);
      if (!isSending.current) void send();
    },
  };
}
