import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatCount } from "#app/lib/format-count.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { type FollowListKind, peopleMessages } from "../person.ts";
import { PeopleDialog } from "./people-dialog.tsx";

interface FollowCountsProps {
  person: { id: string; customUserId: string | null; followerCount: number; followingCount: number };
}

/**
 * Follower and following counts. For members they open the lists in a dialog, visitors get the login prompt. Without
 * JavaScript the links lead to pages.
 */
export function FollowCounts({ person }: FollowCountsProps) {
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
