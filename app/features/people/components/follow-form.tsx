import type { FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

interface FollowFormProps {
  isFollowing: boolean;
  /** In the place of the form post; without `preventDefault` the form is sent. */
  onSubmit: (event: FormEvent) => void;
  wide?: boolean;
  /** Beside something that is more to the purpose. */
  quiet?: boolean;
}

/** Follows and unfollows: a form post to the page; with JavaScript `onSubmit` takes its place. */
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

/** How it is; under the pointer or the focus, what a press does. Both have the room of the longer one. */
function Following() {
  const look = "col-start-1 row-start-1 inline-flex items-center justify-center gap-2";
  return (
    <span className="grid">
      <span className={`${look} group-hover:opacity-0 group-focus-visible:opacity-0`}>
        <Icon name="check" />
        フォロー中
      </span>
      <span className="sr-only">：</span>
      <span className={`${look} opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100`}>
        <Icon name="close" />
        フォロー解除
      </span>
    </span>
  );
}
