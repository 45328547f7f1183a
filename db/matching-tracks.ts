import { and, desc, eq, gte, inArray, lt, max, type SQL, sql } from "drizzle-orm";
import { createTurns } from "../app/lib/create-turns.ts";
import { db } from "./client.ts";
import { dialect } from "./columns.ts";
import { tracks, users } from "./schema/index.ts";
import { contains, gramsOfWords, gramToken } from "./search.ts";

export interface Search {
  /** Folded, at least one. */
  words: readonly string[];
  /** Only tracks with smaller ids. */
  below?: number | undefined;
  /** So many, if there are. */
  count: number;
  /** What else holds for them; may speak of `tracks` and of their poster in `users`. */
  where?: SQL | undefined;
}

/** More than any id. */
const beyondAll = 2 ** 31 - 1;

/** The newest tracks that Postgres looks through one by one before it asks the index. */
const usualFirstLook = 1500;
/** The most that it looks through so. */
const longestLook = 20_000;
/** Candidates that the index is asked for at once. */
const mostCandidates = 4000;
/** Candidates whose texts are read in one query: on SQLite nothing else runs meanwhile. */
const mostAtOnce = 1000;
/**
 * Ids of which SQLite's index is asked for candidates at once, at first: frequent pairs that never meet are read to the
 * end of the span, and nothing else runs meanwhile. The next span is larger where that was quick.
 */
const firstSpan = 50_000;
const quickMs = 5;
/** Pairs that are asked for; each more makes reading the index dearer and hardly leaves fewer tracks. */
const mostGrams = 12;

/**
 * Ids of the tracks whose text contains every word, the greatest first. The cost follows what is found and how often
 * all the words' pairs of characters meet in one text, not the number of tracks.
 */
export async function matchingTracks(search: Search, firstLook = usualFirstLook): Promise<number[]> {
  if (dialect === "sqlite") return indexed(search);
  const { count } = search;
  // Postgres' index gives all candidates at once, in no order: what is frequent is sooner found among the newest tracks.
  const found: number[] = [];
  let below = search.below ?? beyondAll;
  for (let look = firstLook; look > 0; ) {
    const start = await idBefore(below, look);
    const rest = { ...search, below, count: count - found.length };
    found.push(...(await lookThrough(rest, gte(tracks.id, start))));
    if (found.length >= count || start === 0) return found;
    below = start;
    // Once again as far as promises the rest.
    const further = Math.ceil(((count - found.length) / found.length) * look * 1.2);
    look = look === firstLook && further <= longestLook ? further : 0;
  }
  return [...found, ...(await indexed({ ...search, below, count: count - found.length }))];
}

/** The id `rows` tracks before `below`; 0 when there are not so many. */
async function idBefore(below: number, rows: number): Promise<number> {
  const [row] = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(lt(tracks.id, below))
    .orderBy(desc(tracks.id))
    .limit(1)
    .offset(rows - 1);
  return row?.id ?? 0;
}

/** Those of some tracks that match, whatever the index says. */
async function lookThrough({ words, below, count, where }: Search, among: SQL): Promise<number[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        among,
        below === undefined ? undefined : lt(tracks.id, below),
        where,
        ...words.map((word) => contains(tracks.searchText, word)),
      ),
    )
    .orderBy(desc(tracks.id))
    .limit(count);
  return ids(rows);
}

async function indexed({ words, count, where, ...search }: Search): Promise<number[]> {
  const unverified = dialect === "sqlite" ? inDoubt(words) : [];
  const found: number[] = [];
  let below = Math.min(search.below ?? beyondAll, (await newestId()) + 1);
  let span = firstSpan;
  for (let size = Math.min(4 * count, mostCandidates); ; size = mostCandidates) {
    const from = dialect === "sqlite" ? Math.max(0, below - span) : 0;
    const started = performance.now();
    const some = ids(await candidates(words, { from, below }, size));
    span = performance.now() - started < quickMs ? 4 * span : Math.max(firstSpan, span / 4);
    for (let at = 0, step = 2 * count; at < some.length && found.length < count; ) {
      if (at > 0) await turn();
      const among = inArray(tracks.id, some.slice(at, at + step));
      const rest = { words: unverified, count: count - found.length, where };
      found.push(...(await lookThrough(rest, among)));
      at += step;
      step = Math.min(2 * step, mostAtOnce);
    }
    const last = some.at(-1);
    if (found.length >= count) return found;
    if (last !== undefined && some.length === size) below = last;
    else if (from > 0) below = from;
    else return found;
    await turn();
  }
}

const turns = createTurns();

/**
 * Others have their turn: of all searches that go on one does a piece of its work in each turn of the event loop, so that
 * many at once hold up pages no longer than one.
 */
const turn = () => new Promise<void>(turns);

async function newestId(): Promise<number> {
  const [row] = await db.select({ id: max(tracks.id) }).from(tracks);
  return row?.id ?? 0;
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** The grams that the index is asked for: all of them, or as many spread over the words. */
function askedGrams(words: readonly string[]): string[] {
  const grams = gramsOfWords(words);
  const step = Math.max(1, grams.length / mostGrams);
  return grams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Words for which the index's answer is not enough: those that are not themselves grams it was asked for. */
function inDoubt(words: readonly string[]): string[] {
  const asked = new Set(askedGrams(words));
  return words.filter((word) => !asked.has(word));
}

/**
 * The query for tracks from `from` to below `below` that have the pairs of the words, the greatest id first. On Postgres,
 * whose index gives them all at once whatever `from`, those that contain the words: the texts are read right there.
 */
export function candidates(
  words: readonly string[],
  { from, below }: { from: number; below: number },
  count: number,
) {
  const grams = askedGrams(words);
  if (dialect === "sqlite")
    return db
      .select({ id: sql<number>`rowid`.mapWith(Number) })
      .from(sql`track_grams`)
      .where(
        sql`track_grams match ${grams.map((gram) => `"${gramToken(gram)}"`).join(" AND ")} and rowid >= ${from} and rowid < ${below}`,
      )
      .orderBy(sql`rowid desc`)
      .limit(count);
  const hasGrams = sql`search_grams(search_text) @> ${sql.param(grams)}::text[]`;
  const hasWords = and(hasGrams, ...inDoubt(words).map((word) => contains(sql`search_text`, word)));
  return (
    db
      .select({ id: sql<number>`track_id`.mapWith(Number) })
      // Apart from the order, for whose sake the planner would rather read the tracks one by one.
      .from(sql`(select track_id from track_grams where ${hasWords} offset 0) as candidates`)
      .where(sql`track_id < ${below}`)
      .orderBy(sql`track_id desc`)
      .limit(count)
  );
}
