import { and, eq, inArray } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import type { PersonInList } from "#app/features/people/person.ts";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { searchMembers } from "#db/search/search-members.ts";
import { splitWords } from "#db/search/text.ts";
import { spellingsOf } from "../romaji.ts";

/**
 * Approved members whose name, as written or as read, or user id contains every word of `query` (folded), last joined first,
 * without whom the viewer blocks. Romaji that nobody's name contains is searched for in kana. Nobody without words.
 */
export async function searchPeople(o: {
  viewer: Blocker | null;
  query: string;
  limit: number;
}): Promise<PersonInList[]> {
  // User ids are shown with an @.
  const words = splitWords(o.query.replace(/^@(?=\S)/, ""));
  if (words.length === 0) return [];
  const where = and(eq(users.state, "approved"), notBlockedBy(o.viewer, users.id));
  let found: { userId: string }[] = [];
  for (const spelling of spellingsOf(words)) {
    found = await searchMembers({ words: spelling, where, limit: o.limit });
    if (found.length > 0) break;
  }
  if (found.length === 0) return [];
  const ids = found.map(({ userId }) => userId);
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      picture: users.picture,
      customUserId: users.customUserId,
      isPremium: users.isPremium,
      premiumEndDate: users.premiumEndDate,
    })
    .from(users)
    .where(inArray(users.id, ids));
  const now = new Date();
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ premiumEndDate, ...row }) => ({
        ...row,
        isPremium: isPremium({ ...row, premiumEndDate }, now),
      })),
  );
}
