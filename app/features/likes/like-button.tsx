import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatCount } from "#app/lib/format-count.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Count } from "#app/ui/count.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { LikeableTrack } from "./like-store.ts";
import { savePendingLike, useLike, useLikeState } from "./use-like.ts";

interface LikeButtonProps {
  track: LikeableTrack & { title: string };
  /** From the page's loader; undefined where the loader did not look it up. */
  isLiked: boolean | undefined;
  /** `row`: in a list; its accessible name contains the track's title. */
  look?: "pill" | "row";
  className?: string | undefined;
}

/**
 * Likes and unlikes a track. A form post; with JavaScript it changes optimistically, and a visitor's like is saved on the
 * device until the sign-in, which it prompts for.
 */
export function LikeButton(props: LikeButtonProps) {
  // The key resets the animation state when the track changes.
  return <LikeForm key={props.track.id} {...props} />;
}

function LikeForm({ track, isLiked: loadedIsLiked, look = "pill", className }: LikeButtonProps) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const { isLiked, likeCount, toggle } = useLike({ track, isLiked: loadedIsLiked });
  const [pops, setPops] = useState(0);
  const promptLogin = useLoginPrompt();
  const submit = (event: FormEvent) => {
    // For pending and denied accounts the server shows a page that explains it.
    if (root?.user && !root.isMember) return;
    event.preventDefault();
    // Without root data the viewer is unknown: the server's answer tells.
    if (root && !root.user) {
      savePendingLike(track.id);
      promptLogin();
      return;
    }
    if (!isLiked) setPops(pops + 1);
    toggle();
  };
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
        className={classNames("like-button", `like-button-${look}`, isLiked && "like-button-on")}
      >
        <span
          key={pops}
          className={classNames(
            "inline-flex",
            pops > 0 && isLiked && "animate-pop motion-reduce:animate-none",
          )}
        >
          <Icon
            name={isLiked ? "heart-filled" : "heart"}
            className={look === "row" ? "size-[20px]" : undefined}
          />
        </span>
        <span className="sr-only">{look === "row" && `「${track.title}」に`}いいね </span>
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

/** The number of a track's likes, up to date with the like buttons of the page. */
export function LikeCount({ track }: { track: LikeableTrack }) {
  return <Count icon="heart" label="いいね" value={useLikeState(track).likeCount} />;
}
