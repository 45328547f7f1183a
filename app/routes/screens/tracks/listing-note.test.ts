import { expect, test } from "vitest";
import "#app/server/register-features.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { whenReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { loader } from "./track-page.tsx";

withDatabase();
withSettings({ HOLD_NEW_AUTHORS: "on" });

/** The line on the page of a track that visitors' lists show from then on. */
async function noteFor(viewer: Viewer | null, trackId: number): Promise<string | null> {
  const request = new Request(`http://localhost/track/${trackId}`);
  const context = contextOf(request, { viewer: async () => viewer });
  const loaded = await loader({
    request,
    context,
    url: new URL(request.url),
    pattern: "",
    params: { id: String(trackId) },
  });
  return loaded.listing;
}

test("an author is told from when visitors find a new track in lists, as long as they don't; nobody else is", async () => {
  const [author, member] = [await addMember(), await addMember()];
  const listedFrom = (at: Date | null) => write((tx) => tx.update(tracks).set({ listedFrom: at }));
  const trackId = await addTrack({ userId: author.id });
  // 7:05 of the next day in Tokyo, and 20 seconds.
  await listedFrom(new Date("2099-05-01T22:05:20Z"));
  const until = "ログインしていない方のホームと検索には、2099/05/02\u00a07:06から載ります。";
  expect(await noteFor(author, trackId)).toBe(until);
  for (const other of [member, null]) expect(await noteFor(other, trackId)).toBeNull();
  await listedFrom(whenReviewed);
  expect(await noteFor(author, trackId)).toContain("運営が確かめたあとに");
  for (const over of [new Date(Date.now() - 1), null]) {
    await listedFrom(over);
    expect(await noteFor(author, trackId)).toBeNull();
  }
  await listedFrom(new Date("2099-05-01T22:05:20Z"));
  await write((tx) => tx.update(tracks).set({ isVisible: false }));
  expect(await noteFor(author, trackId)).toBeNull();
});
