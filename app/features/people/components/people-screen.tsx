import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { type FollowListKind, type PersonListItem, peopleMessages } from "../person.ts";
import { type FollowListPage, usePeople } from "../use-people.ts";
import { PeopleList } from "./people-list.tsx";

interface PeopleScreenProps {
  kind: FollowListKind;
  id: string;
  name: string;
  path: string;
  people: readonly PersonListItem[];
  next: string | null;
  isFirst: boolean;
}

/** A member's followers or followed, as a page. */
export function PeopleScreen({ kind, id, name, path, people, next, isFirst }: PeopleScreenProps) {
  const messages = peopleMessages[kind];
  return (
    <Page
      title={messages.title}
      lead={<span className="line-clamp-2">{name}</span>}
      back={{ to: path, label: "プロフィール" }}
    >
      {people.length > 0 ? (
        <PagedPeople
          // A new list starts from its first page.
          key={`${id} ${kind} ${people[0]?.id}`}
          userId={id}
          kind={kind}
          address={`${path}/${kind}`}
          first={{ people: [...people], next }}
        />
      ) : (
        <EmptyState icon="person" title={isFirst ? messages.empty : "続きはありません"}>
          {isFirst && messages.emptyHint}
        </EmptyState>
      )}
      {!isFirst && (
        <p className="pt-2 text-center">
          <ButtonLink to={`${path}/${kind}`} variant="plain">
            最初に戻る
          </ButtonLink>
        </p>
      )}
    </Page>
  );
}

interface PagedPeopleProps {
  userId: string;
  kind: FollowListKind;
  address: string;
  first: FollowListPage;
}

function PagedPeople({ userId, kind, address, first }: PagedPeopleProps) {
  const { people, next, loading, load } = usePeople({ userId, kind, first });
  const busy = loading === "more";
  return (
    <>
      <PeopleList people={people} label={peopleMessages[kind].title} />
      {next && (
        <div className="space-y-3 pt-5 text-center">
          {loading === "failed" && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            to={`${address}?${new URLSearchParams({ cursor: next })}`}
            variant="quiet"
            aria-disabled={busy || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              load();
            }}
          >
            {busy ? (
              <span className="inline-flex items-center gap-2">
                <Spinner />
                読み込み中
              </span>
            ) : (
              "もっと見る"
            )}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
