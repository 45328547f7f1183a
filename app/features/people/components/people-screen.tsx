import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import type { PeoplePage } from "../fetch-people.ts";
import { usePeople } from "../hooks/use-people.ts";
import type { ListedPerson } from "../listed-person.ts";
import { type PeopleKind, peopleWords } from "../people-words.ts";
import { PeopleList } from "./people-list.tsx";

interface PeopleScreenProps {
  kind: PeopleKind;
  /** Whose they are, and the public page. */
  id: string;
  name: string;
  path: string;
  people: readonly ListedPerson[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
  isFirst: boolean;
}

/** A member's followers or followed, as a page (spec 2 §2). */
export function PeopleScreen({ kind, id, name, path, people, next, isFirst }: PeopleScreenProps) {
  const words = peopleWords[kind];
  return (
    <Page
      title={words.title}
      lead={<span className="line-clamp-2">{name}</span>}
      back={{ to: path, label: "プロフィール" }}
    >
      {people.length > 0 ? (
        <PagedPeople
          // The list that these begin.
          key={`${id} ${kind} ${people[0]?.id}`}
          userId={id}
          kind={kind}
          address={`${path}/${kind}`}
          first={{ people: [...people], next }}
        />
      ) : (
        <EmptyState icon="person" title={isFirst ? words.empty : "続きはありません"}>
          {isFirst && words.emptyHint}
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
  kind: PeopleKind;
  address: string;
  first: PeoplePage;
}

/** The way to the next page is a link (`?cursor=`); with JavaScript it appends instead. */
function PagedPeople({ userId, kind, address, first }: PagedPeopleProps) {
  const { people, next, loading, load } = usePeople({ userId, kind, first });
  const busy = loading === "more";
  return (
    <>
      <PeopleList people={people} label={peopleWords[kind].title} />
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
