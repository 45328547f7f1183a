import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { nextAnswer } from "#app/ui/shared-switch.ts";
import { likeSwitch } from "./like-switch.ts";
import { rememberPendingLike, takePendingLike } from "./pending-like.ts";
import { sendLike } from "./send-like.ts";

/** After the first page of a member is up, in ms (spec 1 §9, "Auto-like after login"). */
const applyAfterMs = 500;

/**
 * Gives the like that was pressed before the sign-in, once `isMember`. It is forgotten, whatever comes of it, unless the
 * session has ended meanwhile: then it waits for the next sign-in.
 */
export function usePendingLike(isMember: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMember) return;
    const apply = async () => {
      const trackId = takePendingLike();
      if (trackId === null) return;
      const { state, status } = await sendLike({ trackId, isLiked: true });
      if (status === 401) rememberPendingLike(trackId);
      if (!state) return;
      const { isLiked, likeCount } = state;
      likeSwitch(trackId).set({ answer: { state: { isOn: isLiked, count: likeCount }, at: nextAnswer() } });
      await revalidate();
    };
    const timer = setTimeout(() => void apply(), applyAfterMs);
    return () => clearTimeout(timer);
  }, [isMember, revalidate]);
}
