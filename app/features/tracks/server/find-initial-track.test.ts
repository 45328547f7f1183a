import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { chooseInitialTrack, findBestKept, findInitialTrack } from "./find-initial-track.server.ts";

withDatabase();

const trackOf = (userId: string) => (id: number) => ({
  id,
  userId,
  isVisible: true,
  uploadedAt: new Date(id * 1000),
});
const [official, members] = [trackOf(officialAccount.id), trackOf("u1")];
const defaultId = 74;

test("the requested track, else the official account's track of the setting, else its newest one", () => {
  const found = [official(74), official(80), members(5)];
  expect(chooseInitialTrack({ requestedId: 5, defaultId, found })?.id).toBe(5);
  expect(chooseInitialTrack({ requestedId: 6, defaultId, found })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: null, defaultId, found })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: null, defaultId: 5, found })?.id).toBe(80);
  expect(chooseInitialTrack({ requestedId: 6, defaultId, found: [] })).toBeNull();
});

test("a member's track, or a hidden one, with the number of the setting is first only when it is requested", () => {
  for (const other of [members(74), { ...official(74), isVisible: false }]) {
    const options = { defaultId, found: [other] };
    expect(chooseInitialTrack({ ...options, requestedId: null })).toBeNull();
    expect(chooseInitialTrack({ ...options, requestedId: 74 })?.id).toBe(74);
  }
});

const hourMs = 60 * 60_000;
const now = Date.now();
const hoursAgo = (hours: number) => new Date(now - hours * hourMs);
/** Each look comes after what the one before has remembered. */
let looks = 0;
const initialId = async (requestedId: number | null = null) =>
  (await findInitialTrack({ viewer: null, requestedId, now: new Date(now + 120_000 * looks++) }))?.id ?? null;
const change = (id: number, values: Partial<typeof tracks.$inferInsert>) =>
  write((tx) => tx.update(tracks).set(values).where(eq(tracks.id, id)).returning({ id: tracks.id }));

test("without an official track it is the best kept one by an author with three public tracks older than a day, never a new author's", async () => {
  const [established, fresh] = [await addMember(), await addMember()];
  const newest = await addTrack({ userId: fresh.id, uploadedAt: hoursAgo(0) });
  expect(await initialId()).toBeNull();
  // Of no weight: how much a new author's track is kept.
  await change(newest, { likeCount: 50 });
  const two = [await addTrack({ userId: established.id, uploadedAt: hoursAgo(90) })];
  two.push(await addTrack({ userId: established.id, uploadedAt: hoursAgo(80) }));
  const hidden = await addTrack({ userId: established.id, uploadedAt: hoursAgo(70), isVisible: false });
  const recent = await addTrack({ userId: established.id, uploadedAt: hoursAgo(1) });
  expect(await findBestKept(new Date(now))).toEqual([]);
  expect(await initialId()).toBeNull();

  await change(hidden, { isVisible: true });
  // Equally kept: the newest.
  expect(await initialId()).toBe(recent);
  await change(two[1] ?? 0, { likeCount: 1 });
  await change(two[0] ?? 0, { bookmarkCount: 2 });
  expect(await initialId()).toBe(two[0]);
  expect(await initialId(newest)).toBe(newest);

  await write((tx) => addOfficialAccount(tx));
  const first = await addTrack({ userId: officialAccount.id, uploadedAt: hoursAgo(500) });
  expect(await initialId()).toBe(first);
  const second = await addTrack({ userId: officialAccount.id, uploadedAt: hoursAgo(400) });
  expect(await initialId()).toBe(second);
  await change(second, { isVisible: false });
  expect(await initialId()).toBe(first);
  await addTrack({ id: 74, userId: officialAccount.id, uploadedAt: hoursAgo(600) });
  expect(await initialId()).toBe(74);
});
