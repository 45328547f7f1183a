import { useEffect, useState } from "react";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { type FollowListKind, type PersonListItem, toFollowListItem } from "../person.ts";

interface FollowListState extends FollowListPage {
  /** The running or failed request; null when everything requested is loaded. */
  loading: "first" | "more" | "failed" | null;
  /** Loads the next page, or retries the one that failed. */
  load(): void;
}

/**
 * The followers or followed of a member, page by page. `first` is the page that is already loaded; without it the list is
 * loaded from its start. The component that uses this needs another `key` for each list.
 */
export function usePeople(options: {
  userId: string;
  kind: FollowListKind;
  first?: FollowListPage;
}): FollowListState {
  const { userId, kind, first } = options;
  const [fetched, setFetched] = useState<FollowListPage | null>(null);
  const [loading, setLoading] = useState<FollowListState["loading"]>(first ? null : "first");
  /** The request to run: the cursor to load from. A new object repeats it. */
  const [request, setRequest] = useState<{ cursor: string | null } | null>(first ? null : { cursor: null });
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    fetchPeople({ userId, kind, cursor: request.cursor, signal: abort.signal }).then(
      ({ people, next }) => {
        setFetched((last) => ({
          people: [...(request.cursor ? (last?.people ?? []) : []), ...people],
          next,
        }));
        setLoading(null);
      },
      () => {
        if (!abort.signal.aborted) setLoading("failed");
      },
    );
    return () => abort.abort();
  }, [userId, kind, request]);
  const next = (fetched ?? first)?.next ?? null;
  return {
    people: uniqueById([...(first?.people ?? []), ...(fetched?.people ?? [])]),
    next,
    loading,
    load() {
      if (loading === "first" || loading === "more") return;
      setLoading(next ? "more" : "first");
      setRequest({ cursor: next });
    },
  };
}

/** Somebody who follows again between two requests is in both pages. */
function uniqueById(people: PersonListItem[]): PersonListItem[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

export interface FollowListPage {
  people: PersonListItem[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** GET /api/users/{id}/followers or …/following. Throws for no or an unexpected answer. */
async function fetchPeople(options: {
  userId: string;
  kind: FollowListKind;
  cursor: string | null;
  signal: AbortSignal;
}): Promise<FollowListPage> {
  const { userId, kind, cursor, signal } = options;
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : "";
  const path = `/api/users/${encodeURIComponent(userId)}/${kind}${query}`;
  const { ok, status, body, headers } = await fetchJson("GET", path, { signal });
  const rows = ok ? asRecord(body)[kind] : null;
  if (!Array.isArray(rows)) throw new Error(`the list was not loaded (${status})`);
  return {
    people: rows.map(asPerson).filter((person) => person !== null),
    next: /[?&]cursor=([\d.]+)/.exec(headers.get("Link") ?? "")?.[1] ?? null,
  };
}

function asPerson(value: unknown): PersonListItem | null {
  const fields = asRecord(value);
  const text = (name: string): string | null => {
    const field = fields[name];
    return typeof field === "string" ? field : null;
  };
  const [id, name, followedAt] = [text("id"), text("name"), text("followedAt")];
  if (id === null || name === null || followedAt === null) return null;
  const isPremium = fields.isPremium === true;
  const person = { id, name, picture: text("picture"), customUserId: text("customUserId"), isPremium };
  return toFollowListItem(person, new Date(followedAt));
}
