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
  const response = await fetch(`/api/users/${encodeURIComponent(userId)}/${kind}${query}`, { signal });
  const body: unknown = response.ok ? await response.json() : null;
  const rows: unknown = typeof body === "object" && body !== null ? Reflect.get(body, kind) : null;
  if (!Array.isArray(rows)) throw new Error(`the list did not come (${response.status})`);
  return {
    people: rows.map(asPerson).filter((person) => person !== null),
    next: /[?&]cursor=([\d.]+)/.exec(response.headers.get("Link") ?? "")?.[1] ?? null,
  };
}

function asPerson(value: unknown): ListedPerson | null {
  if (typeof value !== "object" || value === null) return null;
  const text = (name: string): string | null => {
    const field: unknown = Reflect.get(value, name);
    return typeof field === "string" ? field : null;
  };
  const [id, name, followedAt] = [text("id"), text("name"), text("followedAt")];
  if (id === null || name === null || followedAt === null) return null;
  const isPremium = Reflect.get(value, "isPremium") === true;
  const person = { id, name, picture: text("picture"), customUserId: text("customUserId"), isPremium };
  return listedPerson(person, new Date(followedAt));
}
