import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import type { S3Client } from "#app/features/storage/s3/s3-client.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { installationId } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { s3ClientFor, startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { restoreFilesToBucket } from "./restore-files-to-bucket.server.ts";
import { replacedBy, swapBack, swapIn } from "./restore-journal.server.ts";
import { tryRestore } from "./restore-snapshot.server.ts";
import { takeBackup } from "./take-backup.server.ts";

// on one database: about where the pieces lie; what is in them is backup.test.ts
// isolated: the storage of the settings stays open
withDatabase();
withSettings({ STORAGE: "s3" });

const address = "s3://mugen-backup/site";
let s3: TestBucket;
let backups: S3Client;
beforeAll(async () => {
  s3 = await startS3Server();
  Object.assign(environment(), s3.settings);
  backups = s3ClientFor(s3.settings, { bucket: "mugen-backup" });
});
afterAll(() => s3?.stop());
beforeEach(async () => {
  for await (const { key } of backups.list("")) await backups.remove(key);
  await audioStorage().put("audio/one/64.mp3", Buffer.from("one"));
  await audioStorage().put("audio/two/64.mp3", Buffer.from("two"));
  await audioStorage().setOwner(await installationId());
});

const open = (folder = address) => openBackupFolder({ folder, passphrase: undefined, writing: true });
const keysIn = async (prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of backups.list(prefix)) keys.push(key);
  return keys;
};

test("a backup in a bucket takes what is new alone, is restored in a trial, and shows what is damaged", async () => {
  await addTrack({ userId: (await addMember()).id });
  const folder = await open();
  s3.faults = [null, "500", "cut"];
  await takeBackup(folder, new Date("2026-11-26T18:30:00Z"));
  const before = (await keysIn("site/chunks/")).length;
  await audioStorage().put("audio/three/64.mp3", Buffer.from("three"));
  const { name, kept, snapshot } = await takeBackup(folder, new Date("2026-11-27T18:30:00Z"));
  await folder.release();
  expect(kept).toEqual(["2026-11-26T18-30-00Z", "2026-11-27T18-30-00Z"]);
  expect((await keysIn("site/chunks/")).length - before).toBeLessThan(before);
  const again = await openBackupFolder({ folder: `${address}/`, passphrase: undefined });
  expect((await tryRestore(again, name)).files).toHaveLength(3);

  const [id = ""] = snapshot.files?.find(({ key }) => key === "audio/one/64.mp3")?.chunks ?? [];
  await backups.remove(`site/chunks/${id.slice(0, 2)}/${id}`);
  await expect(tryRestore(again, name)).rejects.toThrow(`the chunk ${id} of the backup is missing`);
  await audioStorage().remove("audio/three/64.mp3");
});

test("the bucket of the files, one with something else in it, and a second backup at the same time are refused", async () => {
  await expect(open("s3://mugen/site")).rejects.toThrow("both would be lost together");
  await expect(open("s3://x")).rejects.toThrow("does not look like s3://bucket/prefix");
  const folder = await open();
  await expect(open()).rejects.toThrow("another backup is writing");
  await folder.release();
  await backups.put("letters/a", { content: Uint8Array.of(1), bytes: 1, sha256: sha256OfOne });
  await expect(open("s3://mugen-backup/letters")).rejects.toThrow("neither empty nor a backup");
  await expect(openBackupFolder({ folder: "s3://mugen-backup/none", passphrase: undefined })).rejects.toThrow(
    "there is no backup",
  );
});

test("a piece that no list names goes only after a day: another backup may be about to name it", async () => {
  const folder = await open();
  async function* parts() {
    yield Buffer.from("a piece");
  }
  const content = await folder.put(parts());
  await folder.keepOnly(new Set());
  expect(folder.has(content)).toBe(true);
  expect(await keysIn("site/chunks/")).toHaveLength(1);
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 25 * 3_600_000);
  await folder.keepOnly(new Set());
  later.mockRestore();
  expect(folder.has(content)).toBe(false);
  expect(await keysIn("site/chunks/")).toEqual([]);
  await folder.release();
});

const sha256OfOne = "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a";

test("a restore puts back into the bucket what is missing or damaged, and leaves another installation's alone", async () => {
  const folder = await open();
  const { snapshot } = await takeBackup(folder);
  await folder.release();
  const storage = audioStorage();
  await storage.remove("audio/one/64.mp3");
  await storage.put("audio/two/64.mp3", Buffer.from("TWO"));
  const restore = () =>
    restoreFilesToBucket({
      files: snapshot.files ?? [],
      read: folder.read,
      installationId: snapshot.installationId,
    });
  s3.calls.length = 0;
  await restore();
  expect(s3.calls.filter((call) => call.startsWith("PUT /mugen/audio/"))).toHaveLength(2);
  expect(Buffer.from((await storage.readBytes("audio/one/64.mp3")) ?? []).toString()).toBe("one");
  expect(Buffer.from((await storage.readBytes("audio/two/64.mp3")) ?? []).toString()).toBe("two");
  await storage.setOwner("another");
  await expect(restore()).rejects.toThrow("another installation");
});

test("a restore point, and a snapshot whose files are in a bucket, leave the folder of files as it is", async () => {
  expect(replacedBy({ files: [] }, "local")).toContain("files");
  const dataDir = mkdtempSync(path.join(tmpdir(), "restore-point-"));
  for (const replaces of [replacedBy({ files: null }, "local"), replacedBy({ files: [] }, "s3")]) {
    const staging = path.join(dataDir, "staging");
    mkdirSync(path.join(dataDir, "files/audio"), { recursive: true });
    mkdirSync(staging, { recursive: true });
    writeFileSync(path.join(dataDir, "mugen.sqlite"), "old");
    writeFileSync(path.join(staging, "mugen.sqlite"), "new");
    const journal = {
      before: "before-restore-x",
      replaces,
      existed: ["mugen.sqlite"],
      token: null,
      restorePoint: null,
    };
    await swapIn({ dataDir, staging, journal });
    expect(readdirSync(path.join(dataDir, "files"))).toEqual(["audio"]);
    expect(readdirSync(path.join(dataDir, "before-restore-x"))).toEqual(["mugen.sqlite"]);
    await swapBack(dataDir, journal);
    expect(readdirSync(path.join(dataDir, "files"))).toEqual(["audio"]);
  }
});
