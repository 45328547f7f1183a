import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { readingsOfNames } from "#app/features/tracks/server/add-search-readings.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { memberSearch, playlists, users } from "#db/schema/index.ts";

/** Per transaction: other writers wait no longer. */
const batchSize = 50;

const maxNamesOfRun = 5000;

interface UnreadName {
  id: number;
  name: string;
}

interface NamedRows<Row extends UnreadName> {
  /** With a greater id, in this order. */
  select: (after: number) => Promise<Row[]>;
  /** Changes nothing if the name is another by now. */
  store: (tx: Db, row: Row, readings: string) => Promise<unknown>;
}

/**
 * Makes members and playlists found by the reading of their names (ほしの for 星野): reads unread ones, oldest first, in short
 * transactions, so that an interrupted run loses nothing. A name that changes in the meantime is read again.
 */
export async function addNameReadings(): Promise<void> {
  await readNames(memberNames);
  await readNames(playlistNames);
}

async function readNames<Row extends UnreadName>(rows: NamedRows<Row>): Promise<void> {
  for (let count = 0, after = 0; count < maxNamesOfRun; count += batchSize) {
    const unread = await rows.select(after);
    const last = unread.at(-1);
    if (!last) return;
    after = last.id;
    const readings = await readingsOfNames(unread.map(({ name }) => name));
    await write(async (tx) => {
      for (const [index, row] of unread.entries()) await rows.store(tx, row, readings[index] ?? "");
    });
  }
}

const memberNames: NamedRows<UnreadName & { text: string }> = {
  select: (after) => selectUnreadMembers(after),
  store: (tx, { id, text }, readings) =>
    tx
      .update(memberSearch)
      .set({ nameReadings: readings, searchText: readings ? `${text}\n${readings}` : text })
      .where(
        and(eq(memberSearch.id, id), eq(memberSearch.searchText, text), isNull(memberSearch.nameReadings)),
      ),
};

const playlistNames: NamedRows<UnreadName> = {
  select: (after) => selectUnreadPlaylists(after),
  store: (tx, { id, name }, readings) =>
    tx
      .update(playlists)
      .set({ nameReadings: readings })
      .where(and(eq(playlists.id, id), eq(playlists.name, name))),
};

/** The next members whose names nobody has read yet. */
export const selectUnreadMembers = (after: number) =>
  primary
    .select({ id: memberSearch.id, name: users.name, text: memberSearch.searchText })
    .from(memberSearch)
    .innerJoin(users, eq(users.id, memberSearch.userId))
    .where(and(isNull(memberSearch.nameReadings), gt(memberSearch.id, after)))
    .orderBy(asc(memberSearch.id))
    .limit(batchSize);

/** The next playlists whose names nobody has read yet. */
export const selectUnreadPlaylists = (after: number) =>
  primary
    .select({ id: playlists.id, name: playlists.name })
    .from(playlists)
    .where(and(isNull(playlists.nameReadings), gt(playlists.id, after)))
    .orderBy(asc(playlists.id))
    .limit(batchSize);
