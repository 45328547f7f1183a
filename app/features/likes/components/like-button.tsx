import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { compactCount } from "#app/lib/compact-count.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useLike } from "../hooks/use-like.ts";
import type { LikeableTrack } from "../like-switch.ts";
import { rememberPendingLike } from "../pending-like.ts";

interface LikeButtonProps {
  track: LikeableTrack & { title: string };
  /** As the page's loader gave it; undefined where no loader spoke of it. */
  isLiked: boolean | undefined;
  /** `row` is for one of many in a list, and named after its track. */
  look?: "pill" | "row";
  className?: string | undefined;
}

/**
 * The heart: likes a track and takes the like back. A form post; with JavaScript it shows at once what was pressed, and
 * a visitor's press waits on the device for the sign-in that it asks for.
 */
export function LikeButton(props: LikeButtonProps) {
  // What was pressed for one track says nothing about the next.
  return <Heart key={props.track.id} {...props} />;
}

function Heart({ track, isLiked: wasLiked, look = "pill", className }: LikeButtonProps) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const { isLiked, likeCount, toggle } = useLike({ track, isLiked: wasLiked });
  const [pops, setPops] = useState(0);
  const promptLogin = useLoginPrompt();
  const press = (event: FormEvent) => {
    // An account that waits or was denied: the server says so, on a page of its own.
    if (root?.user && !root.isMember) return;
    event.preventDefault();
    if (!root?.user) {
      rememberPendingLike(track.id);
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
      onSubmit={press}
      className={classNames("inline-flex", className)}
    >
      <input type="hidden" name="redirect" value={here} />
      <button
        type="submit"
        name="intent"
        value={isLiked ? "unlike" : "like"}
        aria-pressed={isLiked}
        title={isLiked ? "いいねを取り消す" : "いいね"}
        className={classNames(
          "inline-flex items-center justify-center tabular-nums transition-[background-color,color,border-color] hover:bg-sunken",
          look === "pill"
            ? "min-h-11 min-w-18 gap-1.5 rounded-full border px-4 text-sm font-bold"
            : "min-h-11 min-w-11 flex-col gap-0.5 rounded-card text-xs leading-none",
          isLiked ? "border-accent text-accent" : "border-line-strong/60 text-ink",
        )}
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
        {compactCount(likeCount)}
        <span className="sr-only">回</span>
      </button>
    </form>
  );
}
