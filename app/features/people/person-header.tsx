import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { editPath } from "../profile/profile.ts";
import type { Person } from "./person.ts";
import { PersonHead } from "./person-head.tsx";
import { useFollow } from "./use-follow.ts";

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
  const follow = useFollow(person, relation === "following");
  return (
    <PersonHead
      person={{ ...person, followerCount: follow.followerCount }}
      address={{ url, label: "リンクをコピー" }}
    >
      {relation === "self" && (
        <ButtonLink to={editPath} variant="quiet" icon="edit">
          プロフィールを編集
        </ButtonLink>
      )}
      {(relation === "following" || relation === "not-following") && (
        <FollowForm isFollowing={follow.isFollowing} onToggle={follow.toggle} />
      )}
    </PersonHead>
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
      <Button
        wide
        variant={isFollowing ? "quiet" : "primary"}
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
