import { useCallback, useEffect } from "react";
import { useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { nextConfirmation } from "#app/ui/toggle/toggle-store.ts";
import { useFetchedToggle, useToggle, useToggleState } from "#app/ui/toggle/use-toggle.ts";
import { type LikeableTrack, likeStore, sendLike } from "./like-store.ts";
import type { LikeState } from "./likes.schema.ts";

/**
 * A track's current like state, without a button. `isLiked` is what the loader returned; without it only `likeCount` is
 * meaningful. `isPending` while a change is being sent.
 */
export function useLikeState(track: LikeableTrack, isLiked = false): LikeState & { isPending: boolean } {
  const given = { isOn: isLiked, count: track.likeCount };
  const { isOn, count, isPending } = useToggleState(() => likeStore(track.id), { given, source: track });
  return { isLiked: isOn, likeCount: count, isPending };
}

/** `localStorage` key of the track that a visitor wants to like: it is liked after the sign-in. */
const pendingLikeKey = "pending-like";

/** Remembers the track to like after the sign-in. Does nothing where there is no storage (private mode, full disk). */
export function savePendingLike(trackId: number): void {
  try {
    localStorage.setItem(pendingLikeKey, String(trackId));
  } catch {
    // The like is lost.
  }
}

/** Removes and returns the track to like, null for none: several tabs like it only once. */
function takePendingLike(): number | null {
  try {
    const saved = localStorage.getItem(pendingLikeKey);
    localStorage.removeItem(pendingLikeKey);
    return saved !== null && /^[1-9]\d{0,9}$/.test(saved) ? Number(saved) : null;
  } catch {
    return null;
  }
}

/**
 * A track's like with an optimistic toggle, which is silently undone when the server rejects it. `track` and `isLiked`
 * come from the page's loader; with `isLiked` undefined it is off until the server returns something else. When the
 * session has ended, the like is saved for the next sign-in; without a network a premium member's is queued.
 */
export function useLike(options: {
  track: LikeableTrack;
  isLiked: boolean | undefined;
}): LikeState & { toggle: () => void } {
  const { track } = options;
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useToggle({
    given: { isOn: options.isLiked ?? false, count: track.likeCount },
    source: options.isLiked === undefined ? null : track,
    shared: () => likeStore(track.id),
    async send(isLiked) {
      const { state, status } = await sendLike({ trackId: track.id, isLiked });
      return { state: state && { isOn: state.isLiked, count: state.likeCount }, status };
    },
    onRejected(isLiked, status) {
      if (status === 0) {
        import("./queued/queued-likes.ts").then(
          ({ queueLike }) => queueLike({ ...options, isLiked, wasLiked: options.isLiked }),
          () => {},
        );
      }
      if (status !== 401) return;
      if (isLiked) savePendingLike(track.id);
      promptLogin();
    },
  });
  return { isLiked: isOn, likeCount: count, toggle };
}

/** Fetches whether the member likes a track, if `enabled` and no component on the page knows it yet. */
export function useFetchLike(trackId: number, enabled: boolean): void {
  useFetchedToggle({
    call: enabled ? `/api/likes/check/${trackId}` : null,
    shared: () => likeStore(trackId),
    read: ({ isLiked }) => isLiked,
  });
}

/**
 * A function that likes a track and updates all like buttons and lists of the page. It resolves with the HTTP status,
 * 0 without a response.
 */
export function useAddLike(): (trackId: number) => Promise<number> {
  const { revalidate } = useRevalidator();
  return useCallback(
    async (trackId) => {
      const { state, status } = await sendLike({ trackId, isLiked: true });
      if (!state) return status;
      const { isLiked, likeCount } = state;
      likeStore(trackId).set({
        confirmed: { state: { isOn: isLiked, count: likeCount }, at: nextConfirmation() },
      });
      await revalidate();
      return status;
    },
    [revalidate],
  );
}

/** Time (ms) from the first page after the sign-in to the pending like. */
const pendingLikeDelayMs = 500;

/**
 * Adds the like that was clicked before the sign-in, once `isMember`. It is saved again only when the session has ended
 * meanwhile.
 */
export function usePendingLike(isMember: boolean): void {
  const addLike = useAddLike();
  useEffect(() => {
    if (!isMember) return;
    const apply = async () => {
      const trackId = takePendingLike();
      if (trackId === null) return;
      if ((await addLike(trackId)) === 401) savePendingLike(trackId);
    };
    const timer = setTimeout(() => void apply(), pendingLikeDelayMs);
    return () => clearTimeout(timer);
  }, [isMember, addLike]);
}
