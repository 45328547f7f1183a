import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import {
  MAX_BUFFERED_BYTES,
  respondWithFoundFile,
} from "#app/features/storage/file-response/respond-with-file.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { logger } from "#app/logger.server.ts";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { findAudio } from "./find-audio.server.ts";

withDatabase();

const request = new Request("http://localhost/api/stream/1");

/** Adds a track of `bytes` bytes without its file. */
async function addTrackWithoutFile(bytes: number): Promise<number> {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  const row = { trackId, kbps: 64, storageKey: `audio/${randomUUID()}/64.mp3`, bytes };
  await write((tx) =>
    tx.insert(renditions).values({ ...row, sha256: "0".repeat(64), createdAt: new Date() }),
  );
  return trackId;
}

test.each([10, 2 * MAX_BUFFERED_BYTES])(
  "a track of %i bytes deleted between query and reading is not found",
  async (bytes) => {
    const trackId = await addTrackWithoutFile(bytes);
    const response = respondWithFoundFile(request, async (options) => {
      const file = await findAudio({ viewer: null, id: String(trackId), ...options });
      await write((tx) => tx.delete(tracks).where(eq(tracks.id, trackId)));
      return file;
    });
    await expect(response).rejects.toThrow(NotFound);
  },
);

test("a missing file of an existing track is not found, and the log names it", async () => {
  const id = String(await addTrackWithoutFile(10));
  const logged = vi.spyOn(logger, "error").mockImplementation(() => {});
  const find = (options: { current: boolean }) => findAudio({ viewer: null, id, ...options });
  await expect(respondWithFoundFile(request, find)).rejects.toThrow(NotFound);
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    { key: (await find({ current: true })).key },
    "a stored file is missing",
  );
  logged.mockRestore();
});

test.each([
  { name: "no file in high quality", sampleRates: [24_000], expected: false },
  { name: "one of an unknown sample rate", sampleRates: [null, null], expected: false },
  { name: "one of the same sample rate", sampleRates: [24_000, 24_000], expected: false },
  { name: "one of 48 kHz", sampleRates: [24_000, 48_000], expected: true },
])("high quality is claimed for a track with $name: $expected", async ({ sampleRates, expected }) => {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  await write((tx) =>
    tx.insert(renditions).values(
      sampleRates.map((sampleRate, i) => ({
        trackId,
        kbps: 64 * (i + 1),
        sampleRate,
        storageKey: `audio/${randomUUID()}/${i}.mp3`,
        bytes: 1,
        sha256: "0".repeat(64),
        createdAt: new Date(),
      })),
    ),
  );
  expect((await findTrack({ viewer: null, trackId })).hasHighQuality).toBe(expected);
});
