import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import type { TrackOrder } from "../tracks.schema.ts";
import { findTrack } from "./find-track.server.ts";
import { listTracks, listTracksOf } from "./list-tracks.server.ts";

withDatabase();

test("pages contain every public track once, newest or oldest first, also with equal times", async () => {
  const { id: userId } = await addMember();
  const moment = new Date("2026-01-01T00:00:00Z");
  const ids = [];
  for (let n = 0; n < 7; n++)
    ids.push(await addTrack({ userId, uploadedAt: n < 4 ? moment : new Date(moment.getTime() + n) }));
  await addTrack({ userId, isVisible: false });
  const seen = async (order?: TrackOrder) => {
    const all: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTracks({ viewer: null, limit: 3, cursor, order });
      all.push(...page.tracks.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);
    return all;
  };
  expect(await seen()).toEqual(ids.toReversed());
  expect(await seen("oldest")).toEqual(ids);
});

test("hidden tracks are visible only to their owner", async () => {
  const owner = await addMember();
  const stranger = await addMember();
  const trackId = await addTrack({ userId: owner.id, isVisible: false });
  expect((await findTrack({ viewer: owner, trackId })).id).toBe(trackId);
  for (const viewer of [stranger, null])
    await expect(findTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  const listed = async (viewer: typeof owner | null) =>
    (await listTracksOf({ userId: owner.id, viewer, limit: 10 })).tracks.map(({ id }) => id);
  expect([await listed(owner), await listed(stranger), await listed(null)]).toEqual([[trackId], [], []]);
});
