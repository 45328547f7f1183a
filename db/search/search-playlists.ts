import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "../client.ts";
import { dialect } from "../columns.ts";
import { playlists, users } from "../schema/index.ts";
import { foldText, gramToken, selectGrams } from "./text.ts";

/** Newest candidates whose names are compared. */
const maxCandidates = 500;

/**
 * Ids of playlists, newest first, at most `limit`. A playlist is found if its name has every word as it is written, or every word
 * as it is read (folded). `words` has at least one. Looks at the newest 500 candidates that meet `where` (on `playlists` and the
 * owner in `users`).
 */
export async function searchPlaylistIds(search: {
  words: readonly string[];
  where: SQL | undefined;
  limit: number;
}): Promise<number[]> {
  const found = await selectNamed(search);
  return found
    .filter(({ name, readings }) =>
      [foldText(name), readings ?? ""].some((text) => search.words.every((word) => text.includes(word))),
    )
    .slice(0, search.limit)
    .map(({ id }) => id);
}

/** Finds playlists by the index of grams. */
export const selectNamed = ({ words, where }: { words: readonly string[]; where: SQL | undefined }) =>
  db
    .select({ id: playlists.id, name: playlists.name, readings: playlists.nameReadings })
    .from(withGrams(words))
    .innerJoin(playlists, eq(playlists.id, sql`named.id`))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(where))
    .orderBy(desc(sql`named.id`))
    .limit(maxCandidates);

function withGrams(words: readonly string[]): SQL {
  if (dialect === "sqlite") {
    const match = selectGrams(words)
      .map((gram) => `"${gramToken(gram)}"`)
      .join(" AND ");
    return sql`(select rowid as id from playlist_grams where playlist_grams match ${match} order by rowid desc limit ${sql.raw(String(maxCandidates * 4))}) as named`;
  }
  // Each in a subquery of its own, or the planner would follow the order and read rows one by one.
  const hasGrams = sql`@> ${sql.param(selectGrams(words))}::text[]`;
  const newest = sql`order by id desc limit ${sql.raw(String(maxCandidates * 4))}`;
  const byName = sql`select id from ${playlists} where search_grams(fold_text(name)) ${hasGrams} offset 0`;
  const byReading = sql`select id from ${playlists} where name_readings <> '' and search_grams(name_readings) ${hasGrams} offset 0`;
  return sql`(select id from (
    (select id from (${byName}) as by_name ${newest}) union (select id from (${byReading}) as by_reading ${newest})
  ) as either ${newest}) as named`;
}
