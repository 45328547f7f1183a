import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useForMembers, useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { formatCount } from "#app/lib/format-count.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Count } from "#app/ui/count.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Seal } from "#app/ui/seal.tsx";
import { nextConfirmation, useFetchedToggle, useToggle, useToggleState } from "#app/ui/use-toggle.ts";
import { type LikeableTrack, likeStore, sendLike } from "./like-store.ts";
import { forgetPendingLike, readPendingLike, savePendingLike } from "./pending-like.ts";

interface LikeButtonProps {
  track: LikeableTrack & { title: string };
  isLiked: boolean | undefined;
  variant?: "pill" | "row" | "entry";
  className?: string | undefined;
}

/** Likes and unlikes a track. A visitor's like is saved on the device until the sign-in that it prompts for. */
export function LikeButton(props: LikeButtonProps) {
  // The key resets the animation when the track changes.
  return <LikeForm key={props.track.id} {...props} />;
}

function LikeForm({ track, isLiked: loadedIsLiked, variant = "pill", className }: LikeButtonProps) {
  const { pathname, search } = useLocation();
  const { isLiked, likeCount, toggle } = useLike({ track, isLiked: loadedIsLiked });
  const [pops, setPops] = useState(0);
  const forMembers = useForMembers();
  const submit = (event: FormEvent) =>
    forMembers(event, {
      act() {
        if (!isLiked) setPops(pops + 1);
        toggle();
      },
      onVisitor: () => savePendingLike(track.id),
    });
  return (
    <form
      method="post"
      action={`/track/${track.id}/like`}
      onSubmit={submit}
      className={classNames("inline-flex", className)}
    >
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <button
        type="submit"
        name="intent"
        value={isLiked ? "unlike" : "like"}
        aria-pressed={isLiked}
        title={isLiked ? "いいねを取り消す" : "いいね"}
        className={classNames(
          variant === "entry" ? "menu-entry" : `like-button like-button-${variant}`,
          isLiked && "like-button-on",
        )}
      >
        <span key={pops} className="relative inline-flex">
          <Icon
            name={isLiked ? "heart-filled" : "heart"}
            className={variant === "row" ? "size-[20px]" : undefined}
          />
          {pops > 0 && isLiked && <Seal text="好" className="like-seal" />}
        </span>
        <span className="sr-only">{variant !== "pill" && `「${track.title}」に`}いいね </span>
        {variant === "entry" && <span aria-hidden="true">いいね</span>}
        {likeCount > 0 && (
          <>
            {formatCount(likeCount)}
            <span className="sr-only">回</span>
          </>
        )}
      </button>
    </form>
  );
}

/** The number of likes, up to date with the page's like buttons. */
export function LikeCount({ track }: { track: LikeableTrack }) {
  const { likeCount } = useLikeState(track);
  return <Count icon="heart" label="いいね" value={likeCount} className="max-[360px]:hidden" />;
}

interface TrackLikes {
  isLiked: boolean;
  likeCount: number;
}

/** A track's like state. Without the loader's `isLiked` only `likeCount` has a meaning. `isPending`: a change is being sent. */
export function useLikeState(track: LikeableTrack, isLiked = false): TrackLikes & { isPending: boolean } {
  const given = { isOn: isLiked, count: track.likeCount };
  const { isOn, count, isPending } = useToggleState(() => likeStore(track.id), { given, source: track });
  return { isLiked: isOn, likeCount: count, isPending };
}

/**
 * A like with an optimistic toggle, silently undone when the server rejects it. `isLiked` undefined: off until the server says
 * otherwise. When the session has ended, the like is saved for the next sign-in; without a network a premium member's is
 * queued.
 */
function useLike(options: {
  track: LikeableTrack;
  isLiked: boolean | undefined;
}): TrackLikes & { toggle: () => void } {
  const { track } = options;
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useToggle({
    given: { isOn: options.isLiked ?? false, count: track.likeCount },
    source: options.isLiked === undefined ? null : track,
    shared: () => likeStore(track.id),
    send: (isLiked) => sendLike(track.id, isLiked),
    onRejected(isLiked, status) {
      if (status === 0) {
        import("./queued-likes.ts").then(
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

/** Fetches whether the member likes a track, if `enabled` and no component knows it yet. */
export function useFetchLike(trackId: number, enabled: boolean): void {
  useFetchedToggle({
    call: enabled ? `/api/likes/check/${trackId}` : null,
    shared: () => likeStore(trackId),
    read: ({ isLiked }) => isLiked,
  });
}

/** Returns a function that likes a track and updates the page. It resolves with the HTTP status, 0 without a response. */
export function useAddLike(): (trackId: number) => Promise<number> {
  const { revalidate } = useRevalidator();
  return useCallback(
    async (trackId) => {
      const { state, status } = await sendLike(trackId, true);
      if (!state) return status;
      likeStore(trackId).set({ confirmed: { state, at: nextConfirmation() } });
      await revalidate();
      return status;
    },
    [revalidate],
  );
}

const pendingLikeDelayMs = 500;

/**
 * Adds the like that was clicked before the sign-in, once there is a member. Forgets it only after an answer, and not after a 401: a
 * page whose session has ended sends it while the visitor already leaves for the sign-in.
 */
export function usePendingLike(memberId: string | undefined): void {
  const addLike = useAddLike();
  useEffect(() => {
    if (!memberId) return;
    const apply = async () => {
      const trackId = readPendingLike(memberId);
      if (trackId === null) return;
      const status = await addLike(trackId);
      // The visitor may have clicked another one in the meantime.
      if (status !== 0 && status !== 401 && readPendingLike(memberId) === trackId) forgetPendingLike();
    };
    const timer = setTimeout(() => void apply(), pendingLikeDelayMs);
    return () => clearTimeout(timer);
  }, [memberId, addLike]);
}
