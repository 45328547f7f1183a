import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { orphanedAudio } from "#app/features/creation/server/orphaned-audio.server.ts";
import { orphanedPictures } from "#app/features/pictures/server/picture-files.server.ts";
import { write } from "#db/client.ts";
import { renditions, settings } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { audioKey, audioStorage } from "./audio-storage.server.ts";
import { checkFilesOwner, installationId, quarantineOrphans } from "./quarantine-orphans.server.ts";

withDatabase();

const root = path.join(environment().DATA_DIR, "files");
const finders = [orphanedAudio, orphanedPictures];
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

beforeEach(async () => {
  audioStorage().close();
  await rm(root, { recursive: true, force: true });
});

async function putAudio(): Promise<string> {
  const key = audioKey(randomUUID(), 64);
  await audioStorage().put(key, Buffer.from("sound"));
  return key;
}

/** Stores the audio of so many tracks. Returns the keys. */
async function publish(count: number): Promise<string[]> {
  const { id: userId } = await addMember();
  const keys: string[] = [];
  for (let track = 0; track < count; track += 1) {
    const trackId = await addTrack({ userId });
    const key = await putAudio();
    const row = {
      trackId,
      kbps: 64,
      storageKey: key,
      bytes: 5,
      sha256: "0".repeat(64),
      createdAt: new Date(),
    };
    await write((tx) => tx.insert(renditions).values(row));
    keys.push(key);
  }
  return keys;
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of audioStorage().list("")) keys.push(key);
  return keys.toSorted();
}

test("a file without a row goes into quarantine after a day, and is deleted a week later", async () => {
  const published = await publish(2);
  const orphan = await putAudio();
  await quarantineOrphans(finders);
  expect(await storedKeys()).toEqual([...published, orphan].toSorted());

  const moved = inDays(1.1);
  await quarantineOrphans(finders, moved);
  expect(await storedKeys()).toEqual(published.toSorted());
  const place = path.join(root, ".quarantine", moved.toISOString().slice(0, 10), orphan);
  expect(existsSync(place)).toBe(true);
  await quarantineOrphans(finders, inDays(8));
  expect(existsSync(place)).toBe(true);
  await quarantineOrphans(finders, inDays(10));
  expect(existsSync(place)).toBe(false);
  expect(await storedKeys()).toEqual(published.toSorted());
});

test("of an account's pictures only the present one stays", async () => {
  const { id } = await addMember();
  const [present, old] = ["a".repeat(32), "b".repeat(32)];
  for (const image of [present, old])
    await audioStorage().put(`pictures/${id}/${image}-96.webp`, Buffer.from("x"));
  await audioStorage().put(`pictures/${randomUUID()}/${present}-96.webp`, Buffer.from("x"));
  await updateUser(id, { picture: `/uploads/${id}/${present}.webp` });
  await quarantineOrphans(finders, inDays(2));
  expect(await storedKeys()).toEqual([`pictures/${id}/${present}-96.webp`]);
});

test("files beside another database stay, and so do many without rows", async () => {
  const keys = [await putAudio(), await putAudio(), await putAudio()];
  await audioStorage().setOwner(randomUUID());
  await quarantineOrphans(finders, inDays(100));
  expect(await storedKeys()).toEqual(keys.toSorted());

  // Without a mark the missing rows tell it.
  await rm(path.join(root, ".installation"));
  keys.push(await putAudio(), await putAudio());
  await quarantineOrphans(finders, inDays(100));
  expect(await storedKeys()).toEqual(keys.toSorted());
  expect(await audioStorage().owner()).toBeNull();
});

test("an installation's files are marked as its own once they are known to be, and not as another's", async () => {
  await publish(1);
  expect(await checkFilesOwner()).toBe("unmarked");
  await quarantineOrphans(finders);
  expect(await audioStorage().owner()).toBe(await installationId());
  expect(await checkFilesOwner()).toBe("own");
  await write((tx) => tx.delete(settings).where(eq(settings.key, "installation_id")));
  expect(await checkFilesOwner()).toBe("foreign");
  await rm(root, { recursive: true });
  expect(await checkFilesOwner()).toBe("own");
});
