import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { withDatabase } from "#test/database.ts";
import { startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { withSettings } from "#test/settings.ts";
import { storageNamed } from "../server/audio-storage.server.ts";
import { createFolderStorage, type FolderStorage } from "../server/folder-storage.server.ts";
import { checkFilesOwner, installationId } from "../server/quarantine-orphans.server.ts";
import type { Storage } from "../storage.ts";
import { compareFiles, copyFiles, switchFiles } from "./move-files.server.ts";
import { refuseLeftStorage } from "./refuse-left-storage.server.ts";

// on one database: about files; of the database it reads one id
// isolated: the storages of the settings stay open
withDatabase();
withSettings();

let s3: TestBucket;
let folder: string;
let local: FolderStorage;
let bucket: Storage;

beforeAll(async () => {
  s3 = await startS3Server();
  Object.assign(environment(), s3.settings);
  bucket = storageNamed("s3");
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "move-"));
  local = createFolderStorage({ root: join(folder, "files") });
  for (const key of ["audio/a/64.mp3", "audio/b/64.mp3", "pictures/c/d-512.webp"])
    await local.put(key, Buffer.from(`content of ${key}`));
  await local.put("speech/e/f", Buffer.from("kept speech"));
});

afterEach(async () => {
  await bucket.setOwner(await installationId());
  for await (const key of bucket.list("")) await bucket.remove(key);
  local.close();
  await rm(folder, { recursive: true, force: true });
});

afterAll(() => s3?.stop());

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list("")) keys.push(key);
  return keys.sort();
}

const moved = ["audio/a/64.mp3", "audio/b/64.mp3", "pictures/c/d-512.webp"];
const there = () => ({ from: local, to: bucket });

test("files are copied once, but for kept speech; a run that was ended goes on with the rest", async () => {
  const ended = copyFiles({
    ...there(),
    onFile() {
      throw new Error("ended");
    },
  });
  await expect(ended).rejects.toThrow("ended");
  expect(await keysOf(bucket)).toEqual(moved);
  await bucket.remove("audio/b/64.mp3");
  expect(await copyFiles(there())).toEqual({ files: 3, copied: 1, bytes: 25 });
  expect(await keysOf(bucket)).toEqual(moved);
  expect(await compareFiles(there())).toEqual({ files: 3, missing: [], different: [], extra: [] });
});

test("what differs is found by its bytes, not by its size", async () => {
  await copyFiles(there());
  await bucket.put("audio/a/64.mp3", Buffer.from("CONTENT OF audio/a/64.mp3".slice(0, 25)));
  await bucket.remove("audio/b/64.mp3");
  await bucket.put("audio/z/64.mp3", Buffer.from("z"));
  expect(await compareFiles(there())).toEqual({
    files: 3,
    missing: ["audio/b/64.mp3"],
    different: ["audio/a/64.mp3"],
    extra: ["audio/z/64.mp3"],
  });
});

test("a copy that does not come back as it was is an error", async () => {
  const forgetful: Storage = { ...bucket, put: (key) => bucket.put(key, Buffer.from("something else")) };
  await expect(copyFiles({ from: local, to: forgetful })).rejects.toThrow("did not come back as it was");
});

test("a switch brings what came since and removes what went; then the first storage is of the past, until a switch back", async () => {
  await copyFiles(there());
  await local.remove("audio/a/64.mp3");
  await local.put("audio/new/64.mp3", Buffer.from("new"));
  expect(await switchFiles({ ...there(), name: "s3" })).toEqual({ files: 3, copied: 1, removed: 1 });
  expect(await keysOf(bucket)).toEqual(["audio/b/64.mp3", "audio/new/64.mp3", "pictures/c/d-512.webp"]);
  expect(await local.owner()).toBe("moved to s3");

  Object.assign(environment(), { STORAGE: "s3" });
  expect(await checkFilesOwner()).toBe("own");
  await expect(refuseLeftStorage()).resolves.toBeUndefined();
  await bucket.put("audio/later/64.mp3", Buffer.from("later"));
  // With the setting of before, what came later would be removed.
  await expect(switchFiles({ ...there(), name: "s3" })).rejects.toThrow("set STORAGE=s3");
  await expect(copyFiles(there())).rejects.toThrow("set STORAGE=s3");
  expect(await switchFiles({ from: bucket, to: local, name: "local" })).toMatchObject({
    files: 4,
    copied: 1,
  });
  await expect(refuseLeftStorage()).rejects.toThrow("set STORAGE=local");
  expect(await local.owner()).toBe(await installationId());
  expect(await keysOf(local)).toContain("audio/later/64.mp3");
});

test("files of somebody else's are neither taken nor mixed with", async () => {
  await bucket.setOwner("another-installation");
  await expect(copyFiles(there())).rejects.toThrow("belong to another installation");
  await bucket.setOwner("");
  await bucket.put("audio/x/64.mp3", Buffer.from("x"));
  await expect(switchFiles({ ...there(), name: "s3" })).rejects.toThrow("not this installation's");
  expect(await keysOf(bucket)).toEqual(["audio/x/64.mp3"]);
});
