import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { type ListedPerson, listedPerson } from "./listed-person.ts";
import type { PeopleKind } from "./people-words.ts";

export interface PeoplePage {
  people: ListedPerson[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** GET /api/users/{id}/followers or …/following. Throws when no answer came, or not the expected one. */
export async function fetchPeople(options: {
  userId: string;
  kind: PeopleKind;
  cursor: string | null;
  signal: AbortSignal;
}): Promise<PeoplePage> {
  const { userId, kind, cursor, signal } = options;
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : "";
  const path = `/api/users/${encodeURIComponent(userId)}/${kind}${query}`;
  const { ok, status, body, headers } = await askServer("GET", path, { signal });
  const rows = ok ? asRecord(body)[kind] : null;
  if (!Array.isArray(rows)) throw new Error(`the list did not come (${status})`);
  return {
    people: rows.map(asPerson).filter((person) => person !== null),
    next: /[?&]cursor=([\d.]+)/.exec(headers.get("Link") ?? "")?.[1] ?? null,
  };
}

function asPerson(value: unknown): ListedPerson | null {
  const fields = asRecord(value);
  const text = (name: string): string | null => {
    const field = fields[name];
    return typeof field === "string" ? field : null;
  };
  const [id, name, followedAt] = [text("id"), text("name"), text("followedAt")];
  if (id === null || name === null || followedAt === null) return null;
  const isPremium = fields.isPremium === true;
  const person = { id, name, picture: text("picture"), customUserId: text("customUserId"), isPremium };
  return listedPerson(person, new Date(followedAt));
}
