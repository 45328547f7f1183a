import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Avatar } from "../accounts/avatar.tsx";
import { FollowCounts } from "./follow-counts.tsx";
import type { Person } from "./person.ts";
import { useFollow } from "./use-follow.ts";
import { XLink } from "./x-link.tsx";

/** How the one who looks stands to the person; `visitor` is also an account that is not approved. */
export type Relation = "visitor" | "self" | "following" | "not-following";

interface PersonHeaderProps {
  person: Person;
  relation: Relation;
  /** The public page's whole address. */
  url: string;
}

/** Who this is, and following them. Give it the person's id as its key. */
export function PersonHeader({ person, relation, url }: PersonHeaderProps) {
  const { name, picture, customUserId, xHandle, isPremium } = person;
  const follow = useFollow(person, relation === "following");
  return (
    <header className="space-y-2">
      <div className="flex items-center gap-4">
        <Avatar name={name} picture={picture} className="size-20 rail:size-24" />
        <div className="min-w-0 flex-1">
          <h1 className="text-lg rail:text-xl">{name}</h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {customUserId && <span>@{customUserId}</span>}
            {isPremium && (
              <Badge tone="gold" icon="crown">
                プレミアム
              </Badge>
            )}
          </div>
        </div>
        {xHandle && <XLink handle={xHandle} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <FollowCounts
          person={{ ...person, followerCount: follow.followerCount }}
          isMember={relation !== "visitor"}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {relation === "self" && (
          <ButtonLink to="/profile" variant="quiet">
            プロフィールを編集
          </ButtonLink>
        )}
        {(relation === "following" || relation === "not-following") && (
          <FollowForm isFollowing={follow.isFollowing} onToggle={follow.toggle} />
        )}
        <CopyButton text={url} label="リンクをコピー" copiedLabel="コピーしました" />
      </div>
    </header>
  );
}

/** A form post to the page; with JavaScript `onToggle` takes its place. */
function FollowForm({ isFollowing, onToggle }: { isFollowing: boolean; onToggle: () => void }) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      <input type="hidden" name="intent" value={isFollowing ? "unfollow" : "follow"} />
      <Button variant={isFollowing ? "quiet" : "primary"} icon={isFollowing ? "check" : "plus"}>
        {isFollowing ? "フォロー解除" : "フォローする"}
      </Button>
    </form>
  );
}
