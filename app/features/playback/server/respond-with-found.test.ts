import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { findAudio } from "./find-audio.server.ts";
import { LARGEST_PIECE } from "./respond-with-file.server.ts";
import { respondWithFound } from "./respond-with-found.server.ts";

withDatabase();

const request = new Request("http://localhost/api/stream/1");

/** A track on record, of so many bytes, without its file. */
async function addLostTrack(bytes: number): Promise<number> {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  const row = { trackId, kbps: 64, storageKey: `audio/${randomUUID()}/64.mp3`, bytes };
  await write((tx) =>
    tx.insert(renditions).values({ ...row, sha256: "0".repeat(64), createdAt: new Date() }),
  );
  return trackId;
}

test.each([10, 2 * LARGEST_PIECE])(
  "a track of %i bytes deleted between look-up and reading is not found",
  async (bytes) => {
    const trackId = await addLostTrack(bytes);
    const answer = respondWithFound(request, async (how) => {
      const file = await findAudio({ viewer: null, id: String(trackId), ...how });
      await write((tx) => tx.delete(tracks).where(eq(tracks.id, trackId)).returning({ id: tracks.id }));
      return file;
    });
    await expect(answer).rejects.toThrow(NotFound);
  },
);

test("a file that is lost while its track stands is a fault of ours", async () => {
  const id = String(await addLostTrack(10));
  await expect(respondWithFound(request, (how) => findAudio({ viewer: null, id, ...how }))).rejects.toThrow(
    StoredFileMissing,
  );
});
