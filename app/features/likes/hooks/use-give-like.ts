import { useCallback } from "react";
import { useRevalidator } from "react-router";
import { nextAnswer } from "#app/ui/shared-switch.ts";
import { likeSwitch } from "../like-switch.ts";
import { sendLike } from "../send-like.ts";

/**
 * Gives a like without a heart to press: every heart of the track and the page's lists show it. Returns the HTTP status;
 * 0 when no answer came.
 */
export function useGiveLike(): (trackId: number) => Promise<number> {
  const { revalidate } = useRevalidator();
  return useCallback(
    async (trackId) => {
      const { state, status } = await sendLike({ trackId, isLiked: true });
      if (!state) return status;
      const { isLiked, likeCount } = state;
      likeSwitch(trackId).set({ answer: { state: { isOn: isLiked, count: likeCount }, at: nextAnswer() } });
      await revalidate();
      return status;
    },
    [revalidate],
  );
}
