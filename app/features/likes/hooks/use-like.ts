import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";
import type { LikeState } from "../like-state.ts";
import { type LikeableTrack, likeSwitch } from "../like-switch.ts";
import { rememberPendingLike } from "../pending-like.ts";
import { sendLike } from "../send-like.ts";

/**
 * A like that shows at once what was pressed and goes back silently when the server refuses (spec 1 §4, "Track like").
 * `track` and `isLiked` are what the page's loader gave; undefined where it did not speak of the like: then it is off
 * until the server has said something else. Where the session has ended meanwhile, the like waits for the sign-in.
 */
export function useLike(options: {
  track: LikeableTrack;
  isLiked: boolean | undefined;
}): LikeState & { toggle: () => void } {
  const { track } = options;
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useOptimisticSwitch({
    given: { isOn: options.isLiked ?? false, count: track.likeCount },
    source: options.isLiked === undefined ? null : track,
    shared: () => likeSwitch(track.id),
    async send(isLiked) {
      const { state, status } = await sendLike({ trackId: track.id, isLiked });
      return { state: state && { isOn: state.isLiked, count: state.likeCount }, status };
    },
    onRefused(isLiked, status) {
      if (status !== 401) return;
      if (isLiked) rememberPendingLike(track.id);
      promptLogin();
    },
  });
  return { isLiked: isOn, likeCount: count, toggle };
}
