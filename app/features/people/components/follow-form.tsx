import type { FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

interface FollowFormProps {
  isFollowing: boolean;
  /** Without `preventDefault` the form is posted. */
  onSubmit: (event: FormEvent) => void;
  wide?: boolean;
  /** Beside a more important button. */
  quiet?: boolean;
}

/** Follows and unfollows: a form post to the page, or `onSubmit` with JavaScript. */
export function FollowForm({ isFollowing, onSubmit, wide = false, quiet = false }: FollowFormProps) {
  return (
    <form method="post" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={isFollowing ? "unfollow" : "follow"} />
      <Button
        wide={wide}
        variant={isFollowing || quiet ? "quiet" : "primary"}
        icon={isFollowing ? undefined : "plus"}
        className="group"
      >
        {isFollowing ? <Following /> : "フォローする"}
      </Button>
    </form>
  );
}

/** The state; on hover and focus, what a click does. Both take the width of the longer label. */
function Following() {
  const layer = "col-start-1 row-start-1 inline-flex items-center justify-center gap-2";
  return (
    <span className="grid">
      <span className={`${layer} group-hover:opacity-0 group-focus-visible:opacity-0`}>
        <Icon name="check" />
        フォロー中
      </span>
      <span className="sr-only">：</span>
      <span className={`${layer} opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100`}>
        <Icon name="close" />
        フォロー解除
      </span>
    </span>
  );
}
