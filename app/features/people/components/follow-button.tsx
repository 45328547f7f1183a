import { useForMembers, useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { sendToggle, type ToggleCall, useToggle } from "#app/ui/use-toggle.ts";

interface FollowOptions {
  followed: { followerCount: number };
  isFollowing: boolean;
  call: (follow: boolean) => ToggleCall;
  doneTitle?: (follow: boolean) => string;
  failure: (follow: boolean, status: number) => { title: string; description: string };
}

interface Follow {
  isFollowing: boolean;
  followerCount: number;
  toggle: () => void;
}

/** Follows and unfollows optimistically; undone with a toast when the server rejects it. */
export function useFollow({ followed, isFollowing, call, doneTitle, failure }: FollowOptions): Follow {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useToggle({
    given: { isOn: isFollowing, count: followed.followerCount },
    source: followed,
    send: (follow) => sendToggle(follow, { ...call(follow), countField: "followerCount" }),
    onDone: (follow) => doneTitle && show({ title: doneTitle(follow), tone: "success" }),
    onRejected(follow, status) {
      if (status === 401) return promptLogin();
      show({ ...failure(follow, status), tone: "error" });
    },
  });
  return { isFollowing: isOn, followerCount: count, toggle };
}

interface FollowButtonProps {
  follow: Follow;
  wide?: boolean;
  quiet?: boolean;
}

/** A form post to the page; with JavaScript `follow` toggles. */
export function FollowButton({ follow, wide = false, quiet = false }: FollowButtonProps) {
  const { isFollowing, toggle } = follow;
  const forMembers = useForMembers();
  return (
    <form method="post" onSubmit={(event) => forMembers(event, { act: toggle })}>
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
