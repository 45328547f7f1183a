import { useEffect, useState } from "react";
import { fetchPeople, type PeoplePage } from "../fetch-people.ts";
import type { ListedPerson } from "../listed-person.ts";
import type { PeopleKind } from "../people-words.ts";

interface People extends PeoplePage {
  /** What is under way, or what the last try came to; null when all that was asked for is there. */
  loading: "first" | "more" | "failed" | null;
  /** Asks for the next page, or once more for the one that did not come. */
  load(): void;
}

/**
 * The followers or followed of a member, page after page. `first` is the page that is there already; without it the
 * list is fetched from its start. Give whatever uses it a key of its own for each list.
 */
export function usePeople(options: { userId: string; kind: PeopleKind; first?: PeoplePage }): People {
  const { userId, kind, first } = options;
  const [fetched, setFetched] = useState<PeoplePage | null>(null);
  const [loading, setLoading] = useState<People["loading"]>(first ? null : "first");
  /** The cursor to load from; a new object asks again. */
  const [asked, setAsked] = useState<{ cursor: string | null } | null>(first ? null : { cursor: null });
  useEffect(() => {
    if (!asked) return;
    const leaving = new AbortController();
    fetchPeople({ userId, kind, cursor: asked.cursor, signal: leaving.signal }).then(
      ({ people, next }) => {
        setFetched((last) => ({ people: [...(asked.cursor ? (last?.people ?? []) : []), ...people], next }));
        setLoading(null);
      },
      () => {
        if (!leaving.signal.aborted) setLoading("failed");
      },
    );
    return () => leaving.abort();
  }, [userId, kind, asked]);
  const next = (fetched ?? first)?.next ?? null;
  return {
    people: eachOnce([...(first?.people ?? []), ...(fetched?.people ?? [])]),
    next,
    loading,
    load() {
      if (loading === "first" || loading === "more") return;
      setLoading(next ? "more" : "first");
      setAsked({ cursor: next });
    },
  };
}

/** Someone may follow anew between two pages. */
function eachOnce(people: ListedPerson[]): ListedPerson[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
