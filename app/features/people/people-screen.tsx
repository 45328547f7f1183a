import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import type { ListedPerson } from "./listed-person.ts";
import { PeopleList } from "./people-list.tsx";
import { type PeopleKind, peopleWords } from "./people-words.ts";

interface PeopleScreenProps {
  kind: PeopleKind;
  /** Whose they are, and the public page. */
  name: string;
  path: string;
  people: readonly ListedPerson[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
  isFirst: boolean;
}

/** A member's followers or followed, as a page (spec 2 §2). */
export function PeopleScreen({ kind, name, path, people, next, isFirst }: PeopleScreenProps) {
  const words = peopleWords[kind];
  return (
    <Page title={words.title} lead={name} back={{ to: path, label: "プロフィール" }}>
      {people.length > 0 ? (
        <PeopleList people={people} label={words.title} />
      ) : (
        <EmptyState icon="person" title={isFirst ? words.empty : "続きはありません"}>
          {isFirst && words.emptyHint}
        </EmptyState>
      )}
      {(next || !isFirst) && (
        <div className="flex flex-wrap justify-center gap-2 pt-5">
          {!isFirst && (
            <ButtonLink to={`${path}/${kind}`} variant="plain">
              最初に戻る
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={`${path}/${kind}?${new URLSearchParams({ cursor: next })}`} variant="quiet">
              もっと見る
            </ButtonLink>
          )}
        </div>
      )}
    </Page>
  );
}
