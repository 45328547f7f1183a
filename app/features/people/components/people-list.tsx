import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type FollowListKind, type PersonListItem, peopleMessages } from "../person.ts";
import { usePeople } from "../use-people.ts";

interface PeopleListProps {
  people: readonly PersonListItem[];
  label: string;
  /** Makes each row a 表示 button instead of a link. */
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
          {person.followed && <time dateTime={person.followed.at}>{person.followed.ago}</time>}
        </p>
      </div>
    </>
  );
}

interface PeopleDialogProps {
  userId: string;
  kind: FollowListKind;
  open: boolean;
  onClose: () => void;
}

/**
 * A member's followers or followed in a dialog, loaded each time it opens. For members only. Open it from a link to
 * `/{userId}/{kind}`, which works without JavaScript.
 */
export function PeopleDialog({ userId, kind, open, onClose }: PeopleDialogProps) {
  const messages = peopleMessages[kind];
  return (
    <Dialog open={open} onClose={onClose} title={messages.title}>
      {open && <Content userId={userId} kind={kind} onShow={onClose} />}
    </Dialog>
  );
}

function Content({ userId, kind, onShow }: { userId: string; kind: FollowListKind; onShow: () => void }) {
  const messages = peopleMessages[kind];
  const { people, next, loading, load } = usePeople({ userId, kind });
  if (loading === "first") return <Rows />;
  return (
    <div className="-mx-2 max-h-96 overflow-y-auto px-2">
      {people.length > 0 && <PeopleList people={people} label={messages.title} onShow={onShow} />}
      {people.length === 0 && loading === null && (
        <div className="space-y-1 py-8 text-center">
          <p className="font-bold">{messages.empty}</p>
          <p className="text-sm text-muted">{messages.emptyHint}</p>
        </div>
      )}
      {loading === "failed" && (
        <Notice
          tone="error"
          title="読み込めませんでした"
          actions={
            <Button type="button" variant="quiet" icon="refresh" onClick={load}>
              もう一度試す
            </Button>
          }
        >
          接続を確認して、もう一度お試しください。
        </Notice>
      )}
      {next && loading !== "failed" && (
        <p className="py-3 text-center">
          <Button
            type="button"
            variant="quiet"
            busy={loading === "more"}
            busyLabel="読み込み中"
            onClick={load}
          >
            もっと見る
          </Button>
        </p>
      )}
    </div>
  );
}

function Rows() {
  return (
    <div role="status">
      <span className="sr-only">読み込み中</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton shape="circle" className="size-12 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
