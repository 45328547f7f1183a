import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, isNull, type SQL } from "drizzle-orm";
import { readMisreadWords } from "#app/engines/pronunciations/misread-words.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { analyzeWords, type Word } from "#app/engines/words/analyze-words.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { findPublicScripts } from "./public-scripts.server.ts";
import { labelsOfTracks, searchTextOf } from "./reindex-tracks.server.ts";

/** Some 20,000 characters, which take the analyser half a second. */
const batchSize = 20;

const maxTracksOfRun = 1000;

/**
 * Lets search find tracks by the reading of their kanji (とうだい for 灯台). Reads unread ones, oldest first. Each has its own
 * transaction: an interrupted run loses nothing. A track that changes in the meantime is read again.
 */
export async function addSearchReadings(): Promise<void> {
  for (let count = 0, after = 0; count < maxTracksOfRun; count += batchSize) {
    const unread = await primary
      .select({ id: tracks.id, userId: tracks.userId })
      .from(tracks)
      .where(isUnreadAfter(after))
      .orderBy(asc(tracks.id))
      .limit(batchSize);
    const last = unread.at(-1);
    if (!last) return;
    after = last.id;
    const texts = await readTexts(
      primary,
      unread.map(({ id }) => id),
    );
    const readings = await readingsOfTexts([...texts.values()]);
    for (const [index, [id, text]] of [...texts].entries()) {
      const userId = unread.find((one) => one.id === id)?.userId ?? "";
      await write((tx) => storeReadings(tx, { id, userId, text, readings: readings[index] ?? "\n" }));
      await setImmediate();
    }
  }
}

/** Condition: unread, with a greater id. */
export const isUnreadAfter = (id: number): SQL | undefined =>
  and(isNull(tracks.searchReadings), gt(tracks.id, id));

interface SearchedText {
  title: string;
  description: string | null;
  labels: readonly string[];
  script: string;
}

async function readTexts(on: Db, trackIds: number[]): Promise<Map<number, SearchedText>> {
  const scripts = await findPublicScripts(trackIds, { on });
  const labels = await labelsOfTracks(on, trackIds);
  const found = new Map<number, SearchedText>();
  for (const id of trackIds) {
    const { title, description } = tracks;
    const [row] = await on.select({ title, description }).from(tracks).where(eq(tracks.id, id));
    if (row) found.set(id, { ...row, labels: labels.get(id) ?? [], script: scripts.get(id) ?? "" });
  }
  return found;
}

async function storeReadings(
  tx: Db,
  o: { id: number; userId: string; text: SearchedText; readings: string },
): Promise<void> {
  const { id, userId, text, readings } = o;
  const author = await lockMember(tx, userId).catch((error: unknown) => {
    if (error instanceof NotAuthenticated) return null;
    throw error;
  });
  const now = (await readTexts(tx, [id])).get(id);
  if (!author || !now || JSON.stringify(now) !== JSON.stringify(text)) return;
  const searchText = searchTextOf({ ...text, author: author.name, readings });
  await tx.update(tracks).set({ searchText, searchReadings: readings }).where(eq(tracks.id, id));
}

/**
 * The `searchReadings` of texts: of the whole title, and once of each word with kanji in labels, description and script.
 * Adjacent words without a particle are one: きんつぎ for 金 and 継ぎ. A word that reads otherwise alone, or that the analyser
 * misreads, has both readings.
 */
export async function readingsOfTexts(texts: readonly SearchedText[]): Promise<string[]> {
  const sentences = texts.map(({ title, description, labels, script }) => [
    title,
    // The analyser knows no lines: a full stop parts them.
    [
      ...labels,
      ...(description ? description.split("\n") : []),
      ...parseScript(script).map(({ text }) => text),
    ].join("。"),
  ]);
  const words = await analyzeWords(sentences.flat());
  const found = texts.map((_, index) => ({
    title: words[2 * index] ?? [],
    runs: [words[2 * index], words[2 * index + 1]].map((some = []) => findKanjiRuns(some)),
  }));
  const alone = [...new Set(found.flatMap(({ runs }) => runs.flat().map(writingOf)))];
  const readAlone = new Map(
    (await analyzeWords(alone.map(readMisreadWords))).map((run, index) => [
      alone[index] ?? "",
      readingOf(run),
    ]),
  );
  return found.map(({ title, runs: [ofTitle = [], ofRest = []] }) => {
    const both = (run: Word[]) => [readingOf(run), readAlone.get(writingOf(run)) ?? ""];
    const whole = hasKanji(writingOf(title)) ? [readingOf(title)] : [];
    const others = ofTitle.flatMap(both).filter((reading) => !whole[0]?.includes(reading));
    return foldText([[...whole, ...others], ofRest.flatMap(both)].map(listOnce).join("\n"));
  });
}

/** Folded readings of names, made like those of titles; "" without kanji. */
export async function readingsOfNames(names: readonly string[]): Promise<string[]> {
  const read = [...new Set(names.filter(hasKanji))];
  const readings = await readingsOfTexts(
    read.map((title) => ({ title, description: null, labels: [], script: "" })),
  );
  const found = new Map(read.map((name, index) => [name, readings[index]?.split("\n")[0]]));
  return names.map((name) => found.get(name) ?? "");
}

const listOnce = (readings: readonly string[]): string =>
  [...new Set(readings.map((reading) => reading.replace(/\s+/g, "")))].filter(Boolean).join(" ");

const hasKanji = (text: string): boolean => /\p{Script=Han}/u.test(text);

const writingOf = (words: readonly Word[]): string => words.map(({ surface }) => surface).join("");

const readingOf = (words: readonly Word[]): string =>
  words.map(({ reading, surface }) => reading ?? surface).join("");

/** Between words that don't belong together. */
const isBetween = ({ kind, surface }: Word): boolean =>
  ["助詞", "助動詞", "記号", "感動詞", "接続詞"].includes(kind) || surface.trim() === "";

/** Words with kanji; adjacent ones count as one. */
function findKanjiRuns(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (isBetween(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => hasKanji(writingOf(run)));
}
