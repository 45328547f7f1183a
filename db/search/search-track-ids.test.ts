import { asc, eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack } from "#test/tracks.ts";
import { db, write } from "../client.ts";
import { dialect } from "../columns.ts";
import { tracks, users } from "../schema/index.ts";
import { searchTrackIds, selectCandidates } from "./search-track-ids.ts";
import { foldText, gramsOfText, gramToken, type SearchField, searchedText, splitWords } from "./text.ts";

withDatabase();

interface Raw {
  run(query: SQL): unknown;
  all(query: SQL): Promise<unknown[]> | unknown[];
  execute(query: SQL): Promise<{ rows: unknown[] }>;
}
const raw = (handle: object): Raw => handle as Raw;

const fields = ["title", "text"] as const;
/** What the index of a field knows of a text. */
const textOfField = (text: string, field: SearchField) =>
  field === "title" ? (text.split("\n")[0] ?? "") : text;

/** Everything that the index of a field holds: sorted tokens by track. */
async function indexed(field: SearchField): Promise<Record<number, string[]>> {
  const table = sql.raw(field === "title" ? "track_title_grams" : "track_grams");
  const seen = sql.raw(`${field}_grams_seen`);
  const rows =
    dialect === "sqlite"
      ? await write(async (tx) => {
          // Only a look into the index; nothing of it is kept.
          raw(tx).run(sql`create virtual table if not exists ${seen} using fts5vocab(${table}, instance)`);
          return raw(tx).all(sql`select doc as id, term as gram from ${seen}`);
        })
      : (
          await raw(db).execute(
            sql`select track_id as id, gram from track_grams, unnest(search_grams(${searchedText(sql`search_text`, field)})) as gram`,
          )
        ).rows;
  const found: Record<number, string[]> = {};
  for (const row of rows) {
    const { id, gram } = row as { id: number; gram: string };
    found[id] = [...(found[id] ?? []), dialect === "sqlite" ? gram : gramToken(gram)];
  }
  for (const grams of Object.values(found)) grams.sort();
  return found;
}

const expected = (texts: Map<number, string>, field: SearchField) =>
  Object.fromEntries(
    [...texts]
      .map(([id, text]) => [id, textOfField(text, field)] as const)
      .filter(([, text]) => text.trim())
      .map(([id, text]) => [id, [...gramsOfText(text)].map(gramToken).sort()]),
  );

const random = randomFrom(77);
const alphabet = [..."あいうがー漢字ab1%_\"'*😀𠮷\n  \u1680\u2028\u0085"];
const textOf = (length: number) =>
  foldText(Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join(""));

test("the database keeps the grams of every text through inserts, changes and deletions", async () => {
  const { id: userId } = await addMember();
  const other = await addMember();
  const texts = new Map<number, string>();
  for (let step = 0; step < 100; step++) {
    const id = [...texts.keys()][Math.floor(random() * texts.size)];
    const searchText = textOf(Math.floor(random() * 30));
    const choice = random();
    if (id === undefined || choice < 0.5) {
      const added = await addTrack({ userId: random() < 0.1 ? other.id : userId });
      await write((tx) => tx.update(tracks).set({ searchText }).where(eq(tracks.id, added)));
      texts.set(added, searchText);
    } else if (choice < 0.7) {
      await write((tx) => tx.update(tracks).set({ searchText }).where(eq(tracks.id, id)));
      texts.set(id, searchText);
    } else if (choice < 0.85) {
      // What touches the track and not its text.
      const change = { playCount: step, title: "別の題" };
      await write((tx) => tx.update(tracks).set(change).where(eq(tracks.id, id)));
    } else {
      await write((tx) => tx.delete(tracks).where(eq(tracks.id, id)));
      texts.delete(id);
    }
  }
  for (const field of fields) expect(await indexed(field)).toEqual(expected(texts, field));

  // A deletion that only cascades.
  const rows = await db.select({ id: tracks.id, userId: tracks.userId }).from(tracks).orderBy(asc(tracks.id));
  expect(rows.some((row) => row.userId === other.id)).toBe(true);
  await write((tx) => tx.delete(users).where(eq(users.id, other.id)));
  for (const row of rows) if (row.userId === other.id) texts.delete(row.id);
  for (const field of fields) expect(await indexed(field)).toEqual(expected(texts, field));

  // What is found by the index, with and without a look at the newest tracks.
  for (let n = 0; n < 60; n++) {
    const words = splitWords(`${textOf(1 + Math.floor(random() * 3))} ${random() < 0.3 ? textOf(2) : ""}`);
    if (words.length === 0) continue;
    for (const field of fields) {
      const all = [...texts]
        .filter(([, text]) => words.every((word) => textOfField(text, field).includes(word)))
        .map(([id]) => id)
        .sort((a, b) => b - a);
      const beforeId = random() < 0.5 ? all[2] : undefined;
      const hits = all.filter((id) => beforeId === undefined || id < beforeId);
      for (const look of [undefined, 0, 5]) {
        const found = await searchTrackIds({ words, field, beforeId, count: 1000 }, look);
        expect(found, JSON.stringify(words)).toEqual(hits);
        const some = await searchTrackIds({ words, field, beforeId, count: 3 }, look);
        expect(some, JSON.stringify(words)).toEqual(hits.slice(0, 3));
      }
    }
  }
});

test("long queries find what contains them, across gaps in the ids too, and ask for few pairs", async () => {
  const { id: userId } = await addMember();
  const letters = Array.from({ length: 90 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  const long = letters.join("");
  // Has nearly all pairs of the long word, and not the word.
  const nearly = `${letters.slice(0, 45).join("")} ${letters.slice(44).join("")}`;
  const far = [1, 60_001, 400_000, 2_000_000];
  for (const id of far) await addTrack({ id: 1e8 + id, userId, title: "題", script: `A: 遠い${long}。` });
  for (const id of [2, 60_002])
    await addTrack({ id: 1e8 + id, userId, title: "題", script: `A: 遠い${nearly}。` });
  const hits = far.map((id) => 1e8 + id).reverse();
  const field = "text";
  for (const look of [undefined, 0]) {
    expect(await searchTrackIds({ words: [long], field, count: 100 }, look)).toEqual(hits);
    expect(await searchTrackIds({ words: [long, "遠い"], field, count: 2 }, look)).toEqual(hits.slice(0, 2));
    expect(await searchTrackIds({ words: [long, "遠く"], field, count: 100 }, look)).toEqual([]);
    const beforeId = 1e8 + 400_000;
    expect(await searchTrackIds({ words: [long], field, beforeId, count: 100 }, look)).toEqual(hits.slice(2));
  }
  const many = Array.from({ length: 8 }, (_, n) => letters.slice(11 * n, 11 * n + 11).join(""));
  expect(await searchTrackIds({ words: many, field, count: 100 }, 0)).toEqual(
    hits.toSpliced(3, 0, 1e8 + 60_002, 1e8 + 2).sort((a, b) => b - a),
  );
  const asked = JSON.stringify(
    selectCandidates({ words: many, field }, { from: 0, beforeId: 9 }, 5).toSQL().params,
  );
  expect(dialect === "sqlite" ? asked.match(/AND/g) : JSON.parse(asked)[0]).toHaveLength(
    dialect === "sqlite" ? 11 : 12,
  );
});
