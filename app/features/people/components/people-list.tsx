import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { PersonListItem } from "../person.ts";

interface PeopleListProps {
  people: readonly PersonListItem[];
  label: string;
  /** With this, each row has a 表示 button instead of being a link; called on a click. */
  onShow?: () => void;
}

/** People with links to their public pages. */
export function PeopleList({ people, label, onShow }: PeopleListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {people.map((person) =>
        onShow ? (
          <li key={person.id} className="flex items-center gap-3 py-3">
            <PersonCell person={person} name={person.name} />
            <ButtonLink
              to={person.path}
              variant="quiet"
              aria-label={`${person.name}を表示`}
              onClick={onShow}
              className="shrink-0"
            >
              表示
            </ButtonLink>
          </li>
        ) : (
          <li key={person.id} className="py-1">
            <div className="relative -mx-2 flex items-center gap-3 rounded-card px-2 py-2.5 transition-[background-color] hover:bg-sunken">
              <PersonCell
                person={person}
                name={
                  <Link
                    to={person.path}
                    className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
                  >
                    {person.name}
                  </Link>
                }
              />
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

function PersonCell({ person, name }: { person: PersonListItem; name: ReactNode }) {
  return (
    <>
      <Avatar name={person.name} picture={person.picture} className="size-12" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 leading-snug">
          <span className="line-clamp-2 min-w-0 font-bold">{name}</span>
          {person.isPremium && (
            <Badge tone="gold" icon="crown">
              プレミアム
            </Badge>
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          {person.customUserId && <span className="max-w-full truncate">@{person.customUserId}</span>}
          <time dateTime={person.followedAt}>{person.followedAgo}</time>
        </p>
      </div>
    </>
  );
}
