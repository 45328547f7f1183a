import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { compactCount } from "#app/lib/compact-count.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Avatar } from "../accounts/avatar.tsx";
import { PeopleDialog } from "./people-dialog.tsx";
import { type PeopleKind, peopleWords } from "./people-words.ts";
import type { Person } from "./person.ts";
import { profilePath } from "./profile-path.ts";
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
  const { name, picture, customUserId, xHandle, isPremium, followingCount } = person;
  const follow = useFollow(person.id, {
    isFollowing: relation === "following",
    followerCount: person.followerCount,
  });
  const [dialog, setDialog] = useState<PeopleKind | null>(null);
  const counts: { kind: PeopleKind; count: number }[] = [
    { kind: "following", count: followingCount },
    { kind: "followers", count: follow.followerCount },
  ];
  const open = (event: MouseEvent, kind: PeopleKind) => {
    // The lists are the members'; others are led to where they can become one.
    if (relation === "visitor" || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setDialog(kind);
  };
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
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        {counts.map(({ kind, count }) => (
          <Link
            key={kind}
            to={`${profilePath(person)}/${kind}`}
            onClick={(event) => open(event, kind)}
            className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm text-muted hover:text-ink"
          >
            <span className="font-bold text-ink tabular-nums">{compactCount(count)}</span>
            {peopleWords[kind].title}
          </Link>
        ))}
        {xHandle && (
          <a
            href={`https://x.com/${xHandle}`}
            target="_blank"
            rel="noopener noreferrer"
            className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-sm text-muted hover:text-ink"
          >
            <Icon name="link" />X @{xHandle}
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        )}
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
      {relation !== "visitor" &&
        counts.map(({ kind }) => (
          <PeopleDialog
            key={kind}
            userId={person.id}
            kind={kind}
            open={dialog === kind}
            onClose={() => setDialog(null)}
          />
        ))}
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
