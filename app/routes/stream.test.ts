import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import "#app/server/register-features.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { write } from "#db/client.ts";
import { renditions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { loader } from "./api/answer-call.ts";

withDatabase();
// Where nginx is in front, it keeps what everybody gets under the address alone.
withSettings({ STREAM_ACCEL: "nginx" });

let trackId: number;
beforeAll(async () => {
  const { id: userId } = await addMember();
  trackId = await addTrack({ userId });
  for (const kbps of [64, 128]) {
    const row = { trackId, kbps, storageKey: `audio/${randomUUID()}/${kbps}.mp3`, bytes: kbps };
    await audioStorage().put(row.storageKey, Buffer.alloc(kbps));
    await write((tx) =>
      tx.insert(renditions).values({ ...row, sha256: "0".repeat(64), createdAt: new Date() }),
    );
  }
});

/** The kbit/s that a viewer gets, and what caches, nginx' own among them, are told of it. */
async function told(viewer: Viewer | null, query: string) {
  const request = new Request(`http://localhost/api/stream/${trackId}${query}`);
  const { headers } = await loader({
    request,
    context: contextOf(request, { viewer: async () => viewer }),
  });
  const [, kbps] = /(\d+)\.mp3$/.exec(headers.get("X-Audio-File") ?? "") ?? [];
  return [kbps, headers.get("Cache-Control"), headers.get("X-Accel-Expires")];
}

test("high quality that is asked for without premium says nothing to caches: to premium members the address has another file", async () => {
  const free = await addMember();
  const premium = await addMember({ isPremium: true });
  for (const viewer of [null, free])
    expect(await told(viewer, "?quality=high")).toEqual(["64", "private, no-store", null]);
  expect(await told(premium, "?quality=high")).toEqual(["128", "private, no-cache", null]);
  for (const viewer of [null, free, premium])
    expect(await told(viewer, "")).toEqual(["64", "public, no-cache", "1"]);
});
