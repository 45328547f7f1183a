import { and, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { type Cursor, cutPage } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { renditions, tracks, users } from "#db/schema/index.ts";
import { searchTrackIds } from "#db/search/search-track-ids.ts";
import { splitWords } from "#db/search/text.ts";
import { maxFoundTracks, maxNumberedTracks, type TrackFilter, type TrackState } from "./admin-tracks.ts";

interface TrackIdPage {
  ids: number[];
  count: number;
  isMore: boolean;
  next: string | null;
}

type TrackRange = { limit: number } & ({ offset: number } | { after: Cursor });

/** The newest first. All combinations read an index: by state and author in the order of upload, others by id. */
export async function findTrackIds(filter: TrackFilter, range: TrackRange): Promise<TrackIdPage> {
  const found = await findAuthor(filter);
  if (found === undefined) return { ids: [], count: 0, isMore: false, next: null };
  const { author, words } = found;
  if (words !== "") return findByWords(words, { ...filter, author }, range);
  return findByIndex({ ...filter, author }, range);
}

/** For work on all matching tracks: none is newer than `newestId`, and those of one author come together. */
export async function findAllTrackIds(
  filter: TrackFilter,
  { limit, newestId }: { limit: number; newestId: number },
): Promise<number[]> {
  const { ids } = await findTrackIds(filter, { offset: 0, limit });
  return sortByAuthor(ids.filter((id) => id <= newestId));
}

/** Omits tracks that are gone. */
export async function sortByAuthor(trackIds: readonly number[]): Promise<number[]> {
  const rows: { id: number; userId: string }[] = [];
  for (const ids of chunk(trackIds, 500))
    rows.push(
      ...(await db
        .select({ id: tracks.id, userId: tracks.userId })
        .from(tracks)
        .where(inArray(tracks.id, ids))),
    );
  return rows
    .sort((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : a.id - b.id))
    .map(({ id }) => id);
}

/** By id or as `@name`, with the words besides; undefined for an unknown author. */
async function findAuthor({
  q,
  author,
}: TrackFilter): Promise<{ author: string | null; words: string } | undefined> {
  const [, name] = /^[@＠](\S+)$/.exec(q.trim()) ?? [];
  if (!name) return { author, words: q.trim() };
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.customUserIdFolded, name.toLowerCase()));
  if (!found || (author !== null && author !== found.id)) return undefined;
  return { author: found.id, words: "" };
}

/** Each condition but the first two fits its partial index. */
function hasState(state: TrackState | null): SQL | undefined {
  switch (state) {
    case "visible":
      return eq(tracks.isVisible, true);
    case "hidden":
      return and(eq(tracks.isVisible, false), isNull(tracks.takenDownAt));
    case "waiting":
      // Few, by their own index; the list's order is that of the ids.
      return inArray(
        tracks.id,
        db.select({ id: tracks.id }).from(tracks).where(gt(tracks.listedFrom, new Date())),
      );
    case "withheld":
      return isNotNull(tracks.takenDownAt);
    case "premium-only":
      return sql`${tracks.isPremiumOnly}`;
    case "missing-file":
      return inArray(
        tracks.id,
        db.select({ id: renditions.trackId }).from(renditions).where(isNotNull(renditions.defect)),
      );
    default:
      return undefined;
  }
}

const matches = ({ state, author }: TrackFilter) =>
  and(author === null ? undefined : eq(tracks.userId, author), hasState(state));

/** Whether the index in use has the order of upload. */
const isByUpload = ({ state, author }: TrackFilter) =>
  author !== null || state === "visible" || state === "hidden";

/** For a filter without words. */
export function selectTrackIds(filter: TrackFilter, range: TrackRange) {
  const after = "after" in range ? range.after : null;
  const byUpload = isByUpload(filter);
  const isAfter =
    after &&
    (byUpload
      ? sql`(${tracks.uploadedAt}, ${tracks.id}) < (${sql.param(after.at, tracks.uploadedAt)}, ${after.id})`
      : sql`${tracks.id} < ${after.id}`);
  const query = db
    .select({ id: tracks.id, uploadedAt: tracks.uploadedAt })
    .from(tracks)
    .where(and(matches(filter), isAfter ?? undefined))
    .orderBy(...(byUpload ? [desc(tracks.uploadedAt)] : []), desc(tracks.id))
    .limit(range.limit);
  return "offset" in range ? query.offset(range.offset) : query;
}

/** For a filter without words; ends one above the numbered ones. */
export function countTracks(filter: TrackFilter) {
  const some = db
    .select({ id: tracks.id })
    .from(tracks)
    .where(matches(filter))
    .limit(maxNumberedTracks + 1)
    .as("some");
  return db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some);
}

async function findByIndex(filter: TrackFilter, range: TrackRange): Promise<TrackIdPage> {
  const found = await selectTrackIds(filter, { ...range, limit: range.limit + 1 });
  const [{ count } = { count: 0 }] = await countTracks(filter);
  const { shown, next } = cutPage(found, range.limit, (last) => ({ at: last.uploadedAt, id: last.id }));
  return {
    ids: shown.map(({ id }) => id),
    count: Math.min(count, maxNumberedTracks),
    isMore: count > maxNumberedTracks,
    next,
  };
}

/** The newest first; a track whose id was typed comes before them. */
async function findByWords(text: string, filter: TrackFilter, range: TrackRange): Promise<TrackIdPage> {
  const byId = /^#?[1-9]\d{0,8}$/.test(text) ? Number(text.replace("#", "")) : null;
  const words = splitWords(text);
  const where = matches(filter);
  const [same] =
    byId === null
      ? []
      : await db
          .select({ id: tracks.id })
          .from(tracks)
          .where(and(eq(tracks.id, byId), where));
  const found =
    words.length === 0
      ? []
      : await searchTrackIds({ words, field: "text", count: maxFoundTracks + 1, where });
  const ids = [...new Set([...(same ? [same.id] : []), ...found])];
  const start = "offset" in range ? range.offset : ids.indexOf(range.after.id) + 1;
  return {
    ids: ids.slice(start, Math.min(start + range.limit, maxFoundTracks)),
    count: Math.min(ids.length, maxFoundTracks),
    isMore: ids.length > maxFoundTracks,
    next: null,
  };
}
