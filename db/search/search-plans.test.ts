import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { noIndexHint } from "#db/query-plans.ts";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, isFalse, isTrue, planOf } from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";
import { memberSearch, playlists, users } from "../schema/index.ts";
import { selectFound } from "./search-members.ts";
import { selectNamed } from "./search-playlists.ts";
import { selectCandidates } from "./search-track-ids.ts";

withDatabase();
analyzeTables();

test.each([
  ["text", "track_grams"],
  ["title", "track_title_grams"],
] as const)(
  "tracks whose %s may contain words are found by its index of grams, without reading tracks",
  async (field, index) => {
    const words = ["らじお", "夜"];
    const plan = await planOf(selectCandidates({ words, field }, { from: 2, beforeId: 9 }, 5).getSQL());
    expect(plan).toContain(dialect === "sqlite" ? `${index} VIRTUAL TABLE INDEX` : `${index}_index`);
    expect(plan).not.toMatch(/Seq Scan|SCAN tracks|USE TEMP B-TREE/);
  },
);

test("playlists whose name may contain words are found by the index of grams", async () => {
  const plan = await planOf(
    selectNamed({ words: ["夜", "らじお"], where: noIndexHint(eq(playlists.isPublic, true)) }).getSQL(),
  );
  for (const index of dialect === "sqlite"
    ? ["playlist_grams VIRTUAL TABLE INDEX"]
    : ["playlists_name_grams_index", "playlists_name_readings_index"])
    expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|SCAN (users|playlists)\b/);
});

test("members whose name may contain words are found by the index of grams", async () => {
  const where = sql`${users.isPremium} = ${isTrue} or ${users.canInvite} = ${isFalse}`;
  const found = selectFound({ words: ["かなで", "夜"], where })
    .orderBy(sql`${memberSearch.id} desc`)
    .limit(11);
  const plan = await planOf(found.getSQL());
  expect(plan).toContain(
    dialect === "sqlite" ? "member_grams VIRTUAL TABLE INDEX" : "member_search_grams_index",
  );
  expect(plan).not.toMatch(/Seq Scan|SCAN (users|member_search)\b/);
});
