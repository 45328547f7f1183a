import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { compactCount } from "#app/lib/compact-count.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { PeopleDialog } from "./people-dialog.tsx";
import { type PeopleKind, peopleWords } from "./people-words.ts";
import { profilePath } from "./profile-path.ts";

interface FollowCountsProps {
  person: { id: string; customUserId: string | null; followerCount: number; followingCount: number };
  /** The lists are the members': others are led to where they can become one. */
  isMember: boolean;
}

/** How many a person follows and is followed by. The lists open over the page; without JavaScript as pages. */
export function FollowCounts({ person, isMember }: FollowCountsProps) {
  const [dialog, setDialog] = useState<PeopleKind | null>(null);
  const counts: { kind: PeopleKind; count: number }[] = [
    { kind: "following", count: person.followingCount },
    { kind: "followers", count: person.followerCount },
  ];
  const open = (event: MouseEvent, kind: PeopleKind) => {
    if (!isMember || !isPlainClick(event)) return;
    event.preventDefault();
    setDialog(kind);
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
