import { useEffect } from "react";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { nextAnswer } from "#app/ui/shared-switch.ts";
import { likeSwitch } from "./like-switch.ts";

const asking = new Set<number>();

/** Asks the server whether the member likes a track that no loader spoke of, unless the page knows it already. */
export function useAskedLike(trackId: number, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void ask(trackId);
  }, [trackId, isWanted]);
}

async function ask(trackId: number): Promise<void> {
  const like = likeSwitch(trackId);
  if (like.get().answer || asking.has(trackId)) return;
  asking.add(trackId);
  const { ok, body } = await askServer("GET", `/api/likes/check/${trackId}`);
  asking.delete(trackId);
  const { isLiked } = asRecord(body);
  const { wish, answer } = like.get();
  // What was pressed meanwhile is newer.
  if (!ok || typeof isLiked !== "boolean" || wish || answer) return;
  like.set({ answer: { state: { isOn: isLiked, count: null }, at: nextAnswer() } });
}
