import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { compactCount } from "#app/lib/compact-count.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { type PeopleKind, peopleWords } from "../people-words.ts";
import { profilePath } from "../profile-path.ts";
import { PeopleDialog } from "./people-dialog.tsx";

interface FollowCountsProps {
  person: { id: string; customUserId: string | null; followerCount: number; followingCount: number };
}

/**
 * How many follow a person and are followed. The lists are the members' and open over the page; visitors are asked to
 * log in there. Without JavaScript both are where the links lead.
 */
export function FollowCounts({ person }: FollowCountsProps) {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  const [dialog, setDialog] = useState<PeopleKind | null>(null);
  const promptLogin = useLoginPrompt();
  const counts: { kind: PeopleKind; count: number }[] = [
    { kind: "followers", count: person.followerCount },
    { kind: "following", count: person.followingCount },
  ];
  const open = (event: MouseEvent, kind: PeopleKind) => {
    if (!isPlainClick(event)) return;
    if (isMember) setDialog(kind);
    else if (root && !root.user) promptLogin(`${profilePath(person)}/${kind}`);
    // An account that waits or was denied: its own page says so.
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
          <span className="font-bold text-ink tabular-nums">{compactCount(count)}</span>
          {peopleWords[kind].title}
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
