import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { LikeState } from "./like-state.ts";
import { sendLike } from "./send-like.ts";

export interface LikeableTrack {
  id: number;
  likeCount: number;
}

/**
 * A like that shows at once what was pressed and goes back silently when the server refuses (spec 1 §4, "Track like").
 * One request at a time: presses meanwhile wait, and only the last of them counts. `track` and `isLiked` are what the
 * page's loader gave; a track of another identity is news and wins over what was answered before.
 */
export function useLike({ track, isLiked: wasLiked }: { track: LikeableTrack; isLiked: boolean }) {
  const { revalidate } = useRevalidator();
  const [wish, setWish] = useState<boolean | null>(null);
  const [answer, setAnswer] = useState<{ after: LikeableTrack; state: LikeState } | null>(null);
  const loaded: LikeState = { isLiked: wasLiked, likeCount: track.likeCount };
  const known = answer?.after === track ? answer.state : loaded;
  const latestTrack = useRef(track);
  const latestWish = useRef<boolean | null>(null);
  useEffect(() => {
    latestTrack.current = track;
  }, [track]);

  const want = (next: boolean | null) => {
    latestWish.current = next;
    setWish(next);
  };
  const work = async () => {
    let state = known;
    while (latestWish.current !== null && latestWish.current !== state.isLiked) {
      const answered = await sendLike({ trackId: track.id, isLiked: latestWish.current });
      if (!answered) break;
      state = answered;
    }
    want(null);
    if (state === known) return;
    setAnswer({ after: latestTrack.current, state });
    await revalidate();
  };

  const isLiked = wish ?? known.isLiked;
  const change = isLiked === known.isLiked ? 0 : isLiked ? 1 : -1;
  return {
    isLiked,
    likeCount: Math.max(0, known.likeCount + change),
    toggle() {
      const isIdle = latestWish.current === null;
      want(!(latestWish.current ?? known.isLiked));
      if (isIdle) void work();
    },
  };
}
