import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Invitee } from "../server/load-invite-page.server.ts";

/** Who joined by the viewer's codes. */
export function InviteeList({ invitees }: { invitees: Invitee[] }) {
  if (invitees.length === 0) {
    return (
      <p className="text-sm text-muted">まだいません。友だちがリンクから参加すると、ここに表示されます。</p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {invitees.map((invitee) => (
        <li key={invitee.id}>
          {invitee.path ? (
            <Link
              to={invitee.path}
              className="-mx-2 flex min-h-16 items-center gap-3 rounded-card px-2 py-2 hover:bg-sunken"
            >
              <Person invitee={invitee} />
              <Icon name="forward" className="text-muted" />
            </Link>
          ) : (
            <div className="flex min-h-16 items-center gap-3 py-2">
              <Person invitee={invitee} />
              <Badge>承認待ち</Badge>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Person({ invitee }: { invitee: Invitee }) {
  return (
    <>
      <Avatar name={invitee.name} picture={invitee.picture} className="size-11" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-bold">{invitee.name}</span>
        <span className="block text-xs text-muted">{invitee.joinedOn}に参加</span>
      </span>
    </>
  );
}
