import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import * as storages from "#app/features/storage/server/audio-storage.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { renditions } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { analyzeTables, expectIndexUse, planOf } from "#test/databases/query-plan.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { syncMessage } from "./admin-tracks.schema.ts";
import type { TrackFilter, TrackState } from "./admin-tracks.ts";
import { countTracks, findAllTrackIds, findTrackIds, selectTrackIds } from "./find-track-ids.server.ts";
import { listAdminTracks } from "./list-admin-tracks.server.ts";

withDatabase();
analyzeTables();

const any: TrackFilter = { q: "", state: null, author: null };
const range = { limit: 50, offset: 0 };
const day = 24 * 60 * 60 * 1000;

let posterId: string;
let otherId: string;
/** Visible, hidden, taken down, premium-only, without file, and the other member's, from the oldest to the newest. */
let ids: number[];

beforeAll(async () => {
  const author = await addMember({ name: "夜野 かなで", customUserId: "Kanade" });
  const other = await addMember({ name: "朝倉 ひかる" });
  [posterId, otherId] = [author.id, other.id];
  ids = [];
  for (const [n, title] of ["月の話", "星の話", "宣伝の話", "特別な話", "消えた話", "海の話"].entries())
    ids.push(
      await addTrack({
        userId: n === 5 ? otherId : posterId,
        title,
        isVisible: n !== 1,
        uploadedAt: new Date(Date.now() - (10 - n) * day),
      }),
    );
  await takeDownTrack({ actor: { kind: "operator" }, trackId: ids[2] ?? 0, reason: "宣伝" });
  await updateTrack(ids[3] ?? 0, { isPremiumOnly: true });
  await updateTrack(ids[0] ?? 0, { listedFrom: new Date(Date.now() + day) });
  for (const [n, trackId] of ids.entries()) {
    const storageKey = audioKey(randomUUID(), 64);
    if (n !== 4) await audioStorage().put(storageKey, Buffer.from("sound"));
    const defect = n === 4 ? ("missing" as const) : null;
    const row = { trackId, kbps: 64, storageKey, bytes: 5, sha256: "", defect, createdAt: new Date() };
    await write((tx) => tx.insert(renditions).values(row));
  }
});

/** The titles' places in `ids` that a filter finds, in its order. */
const placesOf = async (filter: Partial<TrackFilter>) =>
  (await findTrackIds({ ...any, ...filter }, range)).ids.map((id) => ids.indexOf(id));

test.each<[Partial<TrackFilter>, number[]]>([
  [{}, [5, 4, 3, 2, 1, 0]],
  [{ state: "visible" }, [5, 4, 3, 0]],
  [{ state: "hidden" }, [1]],
  [{ state: "waiting" }, [0]],
  [{ state: "withheld" }, [2]],
  [{ state: "premium-only" }, [3]],
  [{ state: "missing-file" }, [4]],
  [{ q: "話" }, [5, 4, 3, 2, 1, 0]],
  [{ q: "星" }, [1]],
  [{ q: "話", state: "hidden" }, [1]],
  [{ q: "@kanade" }, [4, 3, 2, 1, 0]],
  [{ q: "＠KANADE", state: "withheld" }, [2]],
  [{ q: "@nobody" }, []],
  [{ q: "見つからない言葉" }, []],
])("%j finds %j", async (filter, places) => {
  expect(await placesOf(filter)).toEqual(places);
});

test("an author's tracks are found, and a track by its id", async () => {
  expect(await placesOf({ author: otherId })).toEqual([5]);
  expect(await placesOf({ author: posterId, state: "visible" })).toEqual([4, 3, 0]);
  expect(await placesOf({ author: otherId, q: "@kanade" })).toEqual([]);
  expect(await placesOf({ author: posterId, q: "話", state: "visible" })).toEqual([4, 3, 0]);
  expect(await placesOf({ q: `${ids[3]}` })).toContain(3);
  expect(await placesOf({ q: `#${ids[3]}` })).toEqual([3]);
  expect(await placesOf({ q: `#${ids[3]}`, state: "hidden" })).toEqual([]);
});

test("a page is read with its files, numbers and author", async () => {
  const page = await listAdminTracks({ filter: any });
  expect(page).toMatchObject({ count: 6, isMore: false, page: 1, next: null });
  expect(page.tracks.map(({ exists }) => exists)).toEqual([true, false, true, true, true, true]);
  expect(page.tracks[3]).toMatchObject({
    id: ids[2],
    title: "宣伝の話",
    location: "local",
    bytes: 5,
    isVisible: false,
    isWithheld: true,
    takedownReason: "宣伝",
    posterName: "夜野 かなで",
    posterCustomUserId: "Kanade",
    pictureExists: null,
  });
  await updateUser(posterId, { picture: `/uploads/${posterId}/${"0".repeat(32)}.webp` });
  expect((await listAdminTracks({ filter: { ...any, author: posterId } })).tracks[0]?.pictureExists).toBe(
    false,
  );
});

test("files in a bucket are not said to be on this server", async () => {
  vi.spyOn(storages, "audioStorage").mockReturnValue(audioStorage());
  const settings = environment();
  const before = settings.STORAGE;
  Object.assign(settings, { STORAGE: "s3" });
  const { tracks: found } = await listAdminTracks({ filter: any });
  Object.assign(settings, { STORAGE: before });
  vi.restoreAllMocks();
  expect(new Set(found.map(({ location }) => location))).toEqual(new Set(["s3"]));
  expect(syncMessage("s3")).toBe("ファイルを確認しました。");
  expect(syncMessage("local")).toBe("S3は設定されていません。ファイルを確認しました。");
});

test("pages beyond the numbered ones follow each other by a cursor", async () => {
  for (const filter of [any, { ...any, state: "visible" as const }, { ...any, author: posterId }]) {
    const { ids: all } = await findTrackIds(filter, range);
    const first = await findTrackIds(filter, { limit: 2, offset: 0 });
    const [at = "0", id] = (first.next ?? "").split(".");
    const after = { at: new Date(Number(at)), id: Number(id) };
    const second = await findTrackIds(filter, { limit: 2, after });
    expect([...first.ids, ...second.ids]).toEqual(all.slice(0, 4));
  }
});

test("all that match are found for work on them, but what came later", async () => {
  const newestId = ids[4] ?? 0;
  const all = await findAllTrackIds({ ...any, q: "話" }, { limit: 100, newestId });
  expect(all.map((id) => ids.indexOf(id)).sort()).toEqual([0, 1, 2, 3, 4]);
});

const states: [TrackState | null, string, string][] = [
  [null, 'INTEGER PRIMARY KEY|SCAN tracks"', "tracks_pkey"],
  ["visible", "tracks_newest_index", "tracks_newest_index"],
  ["hidden", "tracks_newest_index", "tracks_newest_index"],
  ["withheld", "tracks_taken_down_index", "tracks_taken_down_index"],
  ["premium-only", "tracks_premium_only_index", "tracks_premium_only_index"],
];

test.each(states)(
  "the tracks of state %s are read in order from an index",
  async (state, onSqlite, onPostgres) => {
    for (const part of [
      { limit: 10, offset: 90 },
      { limit: 10, after: { at: new Date(), id: 9 } },
    ]) {
      const plan = await planOf(sql`${selectTrackIds({ ...any, state }, part).getSQL()}`);
      expect(plan).toMatch(new RegExp(dialect === "sqlite" ? onSqlite : onPostgres));
      expect(plan).not.toMatch(/Seq Scan|USE TEMP B-TREE|"Sort/);
    }
  },
);

test("an author's tracks, and defective files, are read from their indexes", async () => {
  await expectIndexUse(sql`${selectTrackIds({ ...any, author: "x" }, range).getSQL()}`, "tracks_user_index");
  const defective = await planOf(selectTrackIds({ ...any, state: "missing-file" }, range).getSQL());
  expect(defective).toContain("renditions_defect_index");
  const waiting = await planOf(selectTrackIds({ ...any, state: "waiting" }, range).getSQL());
  expect(waiting).toContain("tracks_listed_from_index");
  expect(await planOf(countTracks({ ...any, state: "withheld" }).getSQL())).toContain(
    "tracks_taken_down_index",
  );
});
