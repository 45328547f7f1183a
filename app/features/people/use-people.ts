import { useEffect, useState } from "react";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { type FollowListKind, type PersonListItem, toFollowListItem } from "./person.ts";

interface FollowListState extends FollowListPage {
  loading: "first" | "more" | "failed" | null;
  /** Loads the next page, or retries a failed one. */
  load(): void;
}

/** A member's followers or followed by page, after `first`. Give the component another `key` for each list. */
export function usePeople(options: {
  userId: string;
  kind: FollowListKind;
  first?: FollowListPage;
}): FollowListState {
  const { userId, kind, first } = options;
  const [fetched, setFetched] = useState<FollowListPage | null>(null);
  const [loading, setLoading] = useState<FollowListState["loading"]>(first ? null : "first");
  /** A new object repeats the request. */
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
  next: string | null;
}

/** Throws without an answer or for an unexpected one. */
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
