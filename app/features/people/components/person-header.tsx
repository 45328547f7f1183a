import { type MouseEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatCount } from "#app/lib/format-count.ts";
import { Badge } from "#app/ui/badge.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { type FollowListKind, followRefused, type Person, peopleMessages } from "../person.ts";
import { FollowButton, useFollow } from "./follow-button.tsx";
import { PeopleDialog } from "./people-list.tsx";

/** On phones two buttons fit into one line only without icons. */
const actions =
  "flex flex-wrap gap-2 pt-1 *:flex-auto rail:*:flex-none max-rail:[&>a]:px-3 max-rail:[&>a:not(:only-of-type)_.icon]:hidden";

const longNameLength = 20;

interface PersonHeaderLayoutProps {
  person: Person;
  address: { url: string; label: string };
  withoutId?: ReactNode;
  corner?: ReactNode;
  children?: ReactNode;
}

/** Name, picture and counts, for one's own and the public page. */
export function PersonHeaderLayout({
  person,
  address,
  withoutId,
  corner,
  children,
}: PersonHeaderLayoutProps) {
  const { name, picture, customUserId, xHandle, isPremium } = person;
  const isLong = Array.from(name).length > longNameLength;
  return (
    <header className="space-y-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={name} picture={picture} width={80} className="size-[72px] rail:size-[80px]" />
        <div className="min-w-32 flex-1">
          <h1 className={isLong ? "text-base rail:text-lg" : "text-lg rail:text-xl"}>{name}</h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {customUserId ? <span className="max-w-full truncate">@{customUserId}</span> : withoutId}
            {isPremium && (
              <Badge tone="gold" icon="crown">
                プレミアム
              </Badge>
            )}
          </div>
        </div>
        {(xHandle || corner) && (
          <div className="-mr-2 ml-auto flex flex-wrap justify-end self-start">
            {xHandle && <XLink handle={xHandle} />}
            {corner}
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <FollowCounts person={person} />
        <Address {...address} />
      </div>
      {children && <div className={actions}>{children}</div>}
    </header>
  );
}

function Address({ url, label }: { url: string; label: string }) {
  return (
    <div className="flex max-w-full min-w-0 items-center justify-between max-rail:basis-full rail:ml-auto rail:flex-1 rail:justify-end">
      <p className="min-w-0 truncate text-sm text-muted select-all">
        <span className="sr-only">プロフィールのURL </span>
        {url.replace(/^https?:\/\//, "")}
      </p>
      <CopyButton text={url} label={label} variant="plain" iconOnly className="-mr-2" />
    </div>
  );
}

function XLink({ handle }: { handle: string }) {
  return (
    <a
      href={`https://x.com/${handle}`}
      target="_blank"
      rel="noopener noreferrer"
      title={`@${handle}`}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
        <path d="M17.8 3h3.1l-6.7 7.7L22 21h-6.2l-4.8-6.3L5.4 21H2.3l7.2-8.2L2 3h6.3l4.4 5.8zm-1.1 16.2h1.7L7.4 4.7H5.6z" />
      </svg>
      <span className="sr-only">Xの@{handle}を新しいタブで開く</span>
    </a>
  );
}

/** Accounts that are not approved are visitors too. */
export type Relation = "visitor" | "self" | "following" | "not-following" | "blocked";

interface PersonHeaderProps {
  person: Person;
  relation: Relation;
  url: string;
  ownActions: ReactNode;
}

/** A public page's header with the follow button. Give it the person's id as `key`. */
export function PersonHeader({ person, relation, url, ownActions }: PersonHeaderProps) {
  const follow = useFollow({
    followed: person,
    isFollowing: relation === "following",
    call: (follow) => ({ method: follow ? "POST" : "DELETE", path: `/api/users/${person.id}/follow` }),
    failure: (follow, status) => ({
      title: "エラー",
      description: follow
        ? status === 409
          ? followRefused
          : "フォローに失敗しました"
        : "フォロー解除に失敗しました",
    }),
  });
  return (
    <PersonHeaderLayout
      person={{ ...person, followerCount: follow.followerCount }}
      address={{ url, label: "リンクをコピー" }}
    >
      {relation === "self" && ownActions}
      {(relation === "following" || relation === "not-following") && <FollowButton wide follow={follow} />}
    </PersonHeaderLayout>
  );
}

interface FollowCountsProps {
  person: { id: string; customUserId: string | null; followerCount: number; followingCount: number };
}

/** The counts open the lists in a dialog, or a visitor's login prompt; without JavaScript pages. */
function FollowCounts({ person }: FollowCountsProps) {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  const [dialog, setDialog] = useState<FollowListKind | null>(null);
  const promptLogin = useLoginPrompt();
  const counts: { kind: FollowListKind; count: number }[] = [
    { kind: "followers", count: person.followerCount },
    { kind: "following", count: person.followingCount },
  ];
  const open = (event: MouseEvent, kind: FollowListKind) => {
    if (!isPlainClick(event)) return;
    if (isMember) setDialog(kind);
    else if (root && !root.user) promptLogin(`${profilePath(person)}/${kind}`);
    // Pending and denied accounts follow the link to their gate page.
    else return;
    event.preventDefault();
  };
  return (
    <>
      {counts.map(({ kind, count }) => (
        <Link
          key={kind}
          to={`${profilePath(person)}/${kind}`}
          onClick={(event) => open(event, kind)}
          className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm text-muted hover:text-ink"
        >
          <span className="font-bold text-ink tabular-nums">{formatCount(count)}</span>
          {peopleMessages[kind].title}
        </Link>
      ))}
      {isMember &&
        counts.map(({ kind }) => (
          <PeopleDialog
            key={kind}
            userId={person.id}
            kind={kind}
            open={dialog === kind}
            onClose={() => setDialog(null)}
          />
        ))}
    </>
  );
}
