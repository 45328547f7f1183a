import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { write } from "#db/client.ts";
import { labels, trackLabels, tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { clearHottestCache, weightOf } from "./rank-found.server.ts";
import { type SearchQuery, searchTracks } from "./search-tracks.server.ts";

withDatabase();

/** The ids of all results, page by page. */
async function found(searched: SearchQuery, limit = 100): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await searchTracks({ viewer: null, ...searched, limit, cursor });
    ids.push(...page.tracks.map(({ id }) => id));
    if (!page.next) return ids;
    expect(page.tracks).toHaveLength(limit);
    cursor = page.next;
  }
}

async function addLabel(name: string, trackIds: number[]): Promise<void> {
  await write(async (tx) => {
    const [label] = await tx
      .insert(labels)
      .values({ name, folded: foldText(name) })
      .returning({ id: labels.id });
    const labelId = label?.id ?? 0;
    if (trackIds.length > 0)
      await tx.insert(trackLabels).values(trackIds.map((trackId) => ({ trackId, labelId, position: 0 })));
  });
}

describe("spellings", () => {
  let author: string;
  beforeAll(async () => {
    author = (await addMember()).id;
  });

  test.each([
    ["トラックの夜", ["とらっく", "トラック", "ﾄﾗｯｸ", "とラッく", "ﾗｯ", "ト", "ッ"]],
    ["はじめてのTrack", ["TRACK", "ＴＲＡＣＫ", "track", "Ｔ", "ck", "はじめて　TRACK"]],
    ["深夜のラジオ", ["ﾗｼﾞｵ", "らじお", "ラジオ", "ｼﾞ", "ジ", "深夜 ﾗｼﾞｵ", "らじお　深夜"]],
    ["コーヒーとバレエ", ["ｺｰﾋｰ", "ー", "ヒー", "ばれえ", "ﾊﾞﾚｴ"]],
    ["花火🎆と家族👨‍👩‍👧‍👦の夏", ["🎆", "火🎆", "👨‍👩‍👧‍👦", "👩", "🎆と", "👦の夏"]],
    ["𠮷野家で𩸽を焼く", ["𠮷", "𠮷野", "で𩸽", "𩸽を焼"]],
    ["100%の_力\\で*走る", ["100%", "%の_", "_", "%", "\\", "力\\で", "*", "で*走", "１００％"]],
    [`"引用"と'記号'(AND OR NOT)`, ['"', '"引用"', "'記", "and or", "(", "NOT)", '" or "']],
    ["①㌔と㈱の話", ["1", "キロ", "(株)", "㌔", "①"]],
    ["Ÿ ÅNGSTRÖM ß", ["ÿ", "ångström", "ß"]],
  ])("%s", async (title, queries) => {
    const id = await addTrack({ userId: author, title });
    for (const query of queries) expect(await found({ query }), query).toContain(id);
    expect(await found({ query: `${queries[0]} ここには無い` })).not.toContain(id);
    expect(await found({ query: `x${queries[0]}` })).not.toContain(id);
  });

  test("white space alone, NUL and halves of characters find nothing and break nothing", async () => {
    for (const query of ["", " ", "　\t", "\0"]) expect(await found({ query }), query).toEqual([]);
    await expect(searchTracks({ viewer: null, query: "\0夜", limit: 5 })).resolves.toBeDefined();
    await expect(searchTracks({ viewer: null, query: "あ".repeat(100), limit: 5 })).resolves.toBeDefined();
    await expect(searchTracks({ viewer: null, query: '") OR (grams:"', limit: 5 })).resolves.toBeDefined();
  });
});

test("random texts: the same hits as a plain scan, titles first, the newest and most heard first, whole and in pages, with and without a category", async () => {
  const { id: userId } = await addMember({ name: "ひとり" });
  const denied = await addMember();
  const random = randomFrom(20261121);
  const alphabet = [..."あいうアｲがんー漢字ab1%_😀𠮷\n 　"];
  const text = (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  const added: { id: number; searchText: string; isShown: boolean; weight: number }[] = [];
  // With those of other tests at most as many as are weighed.
  for (let n = 0; n < 85; n++) {
    const title = text(6);
    const script = text(Math.floor(random() * 40));
    const isVisible = random() < 0.9;
    const isDenied = random() < 0.1;
    // In another order than the ids.
    const uploadedAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 1e10));
    const id = await addTrack({
      userId: isDenied ? denied.id : userId,
      title,
      script,
      isVisible,
      uploadedAt,
    });
    const [playCount, likeCount] = [Math.floor(random() ** 3 * 5000), Math.floor(random() * 20)];
    await updateTrack(id, { playCount, likeCount });
    added.push({
      id,
      searchText: foldText(`${title}\n${script}`),
      isShown: isVisible && !isDenied,
      weight: weightOf({ uploadedAt, playCount, likeCount }),
    });
  }
  await denyAccount({ actor: operatorActor, userId: denied.id });
  const shuffled = added.map(({ id }) => id).filter(() => random() < 0.3);
  const category = "でたらめ";
  await addLabel(category, shuffled);
  const mine = new Set(added.map(({ id }) => id));
  const model = (query: string, among: readonly number[] | null) => {
    const words = foldText(query).split(/\s+/).filter(Boolean).slice(0, 8);
    const hits = added
      .filter(({ id, isShown, searchText }) => {
        const isAmong = among === null || among.includes(id);
        return isShown && isAmong && words.every((word) => searchText.includes(word));
      })
      .toReversed();
    if (words.length > 0) hits.sort((a, b) => b.weight - a.weight || b.id - a.id);
    const hasTitle = ({ searchText }: (typeof added)[number]) =>
      words.length > 0 && words.every((word) => searchText.split("\n")[0]?.includes(word));
    return [...hits.filter(hasTitle), ...hits.filter((hit) => !hasTitle(hit))].map(({ id }) => id);
  };
  for (let n = 0; n < 25; n++) {
    const query = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      text(1 + Math.floor(random() * 3)),
    )
      .join(" ")
      .trim();
    if (!foldText(query).trim()) continue;
    const ours = (ids: number[]) => ids.filter((id) => mine.has(id));
    expect(ours(await found({ query }, 7)), JSON.stringify(query)).toEqual(model(query, null));
    expect(await found({ query, category }, 5), JSON.stringify(query)).toEqual(model(query, shuffled));
  }
  expect(await found({ category }, 9)).toEqual(model("", shuffled));
});

test("a category is found by its exact name, only its public tracks, by descending id", async () => {
  const { id: userId } = await addMember();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push(await addTrack({ userId, title: n === 2 ? "塩の道" : "砂糖" }));
  const hidden = await addTrack({ userId, isVisible: false });
  await addLabel("塩・砂糖", [...ids, hidden]);
  expect(await found({ category: "塩・砂糖" }, 2)).toEqual(ids.toReversed());
  expect(await found({ category: "塩・砂糖", query: "塩" })).toEqual([ids[2]]);
  for (const category of ["塩", "塩・砂", "塩・砂糖 ", "%", ""])
    expect(await found({ category })).toEqual([]);
  // A cursor of another list, however old its time, goes by its id.
  const cursor = `0.${ids[3]}`;
  const page = await searchTracks({ viewer: null, category: "塩・砂糖", limit: 10, cursor });
  expect(page.tracks.map(({ id }) => id)).toEqual(ids.slice(0, 3).toReversed());
  expect(page.count).toBe(5);
});

test("titles that hold the words come before tracks that merely say them, in a category too", async () => {
  const { id: userId } = await addMember();
  const said = "A: きょうは鯰の話です。";
  const old = await addTrack({ userId, title: "川の鯰", script: "A: はじめます。" });
  const spoken = await addTrack({ userId, title: "川辺にて", script: said });
  const recent = await addTrack({ userId, title: "鯰と地震", script: said });
  const last = await addTrack({ userId, title: "雑談", script: said });
  await addLabel("魚の本", [old, spoken, recent, last]);
  const expected = [recent, old, last, spoken];
  for (const limit of [1, 2, 3, 100]) {
    expect(await found({ query: "鯰" }, limit)).toEqual(expected);
    expect(await found({ query: "鯰", category: "魚の本" }, limit)).toEqual(expected);
  }
  // Words that the title and the text share are found in the text.
  expect(await found({ query: "鯰 きょうは" })).toEqual([last, recent, spoken]);
});

test("reach counts as freshness, in doublings and with an end", () => {
  const day = 24 * 60 * 60;
  const later = (playCount: number, likeCount = 0) =>
    weightOf({ uploadedAt: new Date(0), playCount, likeCount }) / day;
  expect([0, 3, 4, 11, 12, 28, 5000, 1e9].map((plays) => later(plays))).toEqual([
    0, 0, 20, 20, 40, 60, 200, 200,
  ]);
  expect(later(2, 1)).toBe(20);
});

test("of more hits than are weighed, what was heard most comes first though a hundred are newer; each is found once", async () => {
  clearHottestCache();
  const { id: userId } = await addMember();
  const ids: number[] = [];
  for (let n = 0; n < 125; n++)
    ids.push(await addTrack({ userId, title: n === 9 ? "鯱の題" : "海", script: "A: 鯱です。" }));
  const [heard = 0, titled = 0] = [ids[3], ids[9]];
  await updateTrack(heard, { playCount: 300 });
  const rest = ids.filter((id) => id !== heard && id !== titled).toReversed();
  for (const limit of [7, 60, 100])
    expect(await found({ query: "鯱" }, limit)).toEqual([titled, heard, ...rest]);

  // The weights of the hottest are kept with them: a search reads only those of the newest hundred.
  await updateTrack(heard, { playCount: 0 });
  expect((await found({ query: "鯱" })).slice(0, 2)).toEqual([titled, heard]);
  clearHottestCache();
  expect((await found({ query: "鯱" })).indexOf(heard)).toBeGreaterThan(100);
  clearHottestCache();
});

test("results are counted up to a hundred, on every page", async () => {
  const { id: userId } = await addMember();
  const ids: number[] = [];
  for (let n = 0; n < 99; n++) ids.push(await addTrack({ userId, title: "数える鯨" }));
  const first = await searchTracks({ viewer: null, query: "鯨", limit: 20 });
  expect(first.count).toBe(99);
  const second = await searchTracks({ viewer: null, query: "鯨", limit: 20, cursor: first.next ?? "" });
  expect([second.count, second.tracks[0]?.id]).toEqual([99, ids[78]]);
  for (let n = 0; n < 3; n++) await addTrack({ userId, title: "数える鯨" });
  expect((await searchTracks({ viewer: null, query: "鯨", limit: 20 })).count).toBe(100);
  await write((tx) => tx.update(tracks).set({ isVisible: false }).where(inArray(tracks.id, ids)));
  expect(await searchTracks({ viewer: null, query: "鯨", limit: 20 })).toMatchObject({
    count: 3,
    next: null,
  });
  await write((tx) => tx.delete(tracks).where(eq(tracks.title, "数える鯨")));
  expect((await searchTracks({ viewer: null, query: "鯨", limit: 20 })).count).toBe(0);
});
