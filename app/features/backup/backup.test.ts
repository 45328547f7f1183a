// on both databases: each is copied and restored in its own way; PGlite is no server, and has no backup
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { onPostgres } from "#db/backup/on-postgres.ts";
import { db, write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { lockDataFolder } from "#db/lock-data-folder.ts";
import { settings, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { createTestDatabase } from "#test/databases/postgres.ts";
import { addTrack } from "#test/tracks.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { lastBackupAt, lastTrial } from "./backup-notes.server.ts";
import { isBackupDue } from "./nightly-backup.server.ts";
import { addRestorePoint, restorePointsFolder } from "./restore-points.server.ts";
import { restoreSnapshot, tryRestore, undoRestore } from "./restore-snapshot.server.ts";
import { snapshotsToKeep } from "./snapshot.ts";
import { takeBackup } from "./take-backup.server.ts";

withDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "mugen-backup-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const passphrase = "例の長い合言葉です、ほんものではない";
const isPglite = environment().DATABASE_URL?.startsWith("pglite:") ?? false;

const openFolder = (o: { passphrase?: string } = {}) =>
  openBackupFolder({ folder, passphrase: o.passphrase, writing: true });

// What can't be compressed.
const [sound, otherSound, newSound] = [randomBytes(2_500_000), randomBytes(3000), randomBytes(3000)];

const chunkFiles = () =>
  readdirSync(path.join(folder, "chunks"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\/[0-9a-f]{64}$/.test(name),
  );

test.skipIf(isPglite).each([undefined, passphrase])(
  "a backup holds all rows and files, takes what is new alone, and is restored in a trial (passphrase %s)",
  async (secret) => {
    const member = await addMember({ name: "橋本 ひかり" });
    await addTrack({ userId: member.id, title: "夜の橋" });
    const storage = audioStorage();
    await storage.put("audio/one/64.mp3", sound);
    await storage.put("audio/two/64.mp3", otherSound);
    await storage.put("speech/left-out.bin", newSound);
    const open = await openFolder({ passphrase: secret });
    const first = await takeBackup(open, new Date("2026-11-26T18:30:00Z"));
    expect(first.snapshot.files?.map(({ key }) => key)).toEqual(["audio/one/64.mp3", "audio/two/64.mp3"]);
    expect(first.snapshot.database.rows.tracks).toBe(await db.$count(tracks));
    expect(await lastBackupAt(new Date("2026-11-26T18:40:00Z"))).toEqual(new Date("2026-11-26T18:30:00Z"));
    const chunks = chunkFiles().length;
    await storage.put("audio/three/64.mp3", newSound);
    const second = await takeBackup(open, new Date("2026-11-27T18:30:00Z"));
    expect(second.kept).toEqual(["2026-11-26T18-30-00Z", "2026-11-27T18-30-00Z"]);
    // The new file, and what its test wrote into the database.
    expect(chunkFiles().length - chunks).toBeGreaterThanOrEqual(1);
    expect(chunkFiles().length - chunks).toBeLessThan(chunks);
    expect((await tryRestore(open, second.name)).files).toHaveLength(3);
    expect(await lastTrial()).toMatchObject({ name: second.name, error: null });
    await open.release();
    await storage.remove("audio/three/64.mp3");

    const everything = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\/[0-9a-f]{64}$|snapshots\//.test(name))
      .map((name) => readFileSync(path.join(folder, name)));
    if (secret) expect(everything.some((bytes) => bytes.includes(otherSound))).toBe(false);
    else expect(everything.some((bytes) => bytes.includes(otherSound))).toBe(true);
    const wrong = secret ? ["another passphrase", undefined] : [passphrase];
    for (const other of wrong)
      await expect(openBackupFolder({ folder, passphrase: other })).rejects.toThrow(/BACKUP_PASSPHRASE/);

    // A bit of any chunk that is no more what it was is found, and told in the console.
    const [chunk = ""] = chunkFiles();
    const file = path.join(folder, "chunks", chunk);
    const bytes = readFileSync(file);
    const at = bytes.length - 20;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const again = await openBackupFolder({ folder, passphrase: secret });
    const whole = await Promise.allSettled(second.kept.map((name) => tryRestore(again, name)));
    expect(whole.some(({ status }) => status === "rejected")).toBe(true);
  },
);

test.skipIf(isPglite)(
  "two backups don't write to one folder, and a folder of something else is left alone",
  async () => {
    const open = await openFolder();
    await expect(openFolder()).rejects.toThrow(/another backup/);
    await open.release();
    rmSync(folder, { recursive: true });
    await expect(openBackupFolder({ folder, passphrase: undefined })).rejects.toThrow(/no backup/);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "letter.txt"), "mine");
    await expect(openFolder()).rejects.toThrow(/neither empty nor a backup/);
  },
);

test.skipIf(isPglite)(
  "a damaged list keeps no new backup from being taken, and frees nothing; a trial of it is a failed one",
  async () => {
    await audioStorage().put("audio/one/64.mp3", otherSound);
    const open = await openFolder();
    const first = await takeBackup(open, new Date("2026-11-26T18:30:00Z"));
    const chunks = chunkFiles();
    writeFileSync(path.join(folder, "snapshots", first.name), "half of a list");
    const second = await takeBackup(open, new Date("2026-11-27T18:30:00Z"));
    expect(second.damaged).toEqual([first.name]);
    expect(chunkFiles()).toEqual(expect.arrayContaining(chunks));
    expect((await tryRestore(open, second.name)).files?.map(({ key }) => key)).toContain("audio/one/64.mp3");
    await expect(tryRestore(open, first.name)).rejects.toThrow("damaged");
    expect(await lastTrial()).toMatchObject({ name: first.name, error: expect.stringContaining("damaged") });
    await audioStorage().remove("audio/one/64.mp3");
    await open.release();
  },
);

test.skipIf(isPglite)("a trial does not take the folder of another that runs", async () => {
  const open = await openFolder();
  const { name } = await takeBackup(open);
  const lock = lockDataFolder(path.join(environment().DATA_DIR, "trial-restore"));
  await expect(tryRestore(open, name)).rejects.toThrow("another backup or trial");
  lock.release();
  await tryRestore(open, name);
  expect(await lastTrial()).toMatchObject({ name, error: null });
  await open.release();
});

test.skipIf(isPglite)("a backup that would be of a later version is refused in a trial", async () => {
  await write((tx) => tx.insert(settings).values({ key: "of-a-test", value: "1" }));
  const open = await openFolder();
  const { snapshot } = await takeBackup(open);
  const later = {
    ...snapshot,
    database: { ...snapshot.database, migration: snapshot.database.migration + 1 },
  };
  const name = await open.writeSnapshot({ ...later, createdAt: "2031-01-01T00:00:00.000Z" });
  await expect(tryRestore(open, name)).rejects.toThrow(/later version/);
  const other = snapshot.database.dialect === "sqlite" ? "postgres" : "sqlite";
  const foreign = { ...snapshot, database: { ...snapshot.database, dialect: other } as const };
  const foreignName = await open.writeSnapshot({ ...foreign, createdAt: "2031-01-02T00:00:00.000Z" });
  await expect(tryRestore(open, foreignName)).rejects.toThrow(/DATABASE_URL/);
  await open.release();
});

test.skipIf(isPglite)("what is written meanwhile is in a backup as a whole or not at all", async () => {
  const open = await openFolder();
  let isDone = false;
  const write = async () => {
    for (let written = 0; ; written++) {
      if (isDone) return written;
      const { id: userId } = await addMember();
      await addTrack({ userId });
      // SQLite answers without waiting: the backup would never have its turn.
      await setImmediate();
    }
  };
  const writing = write();
  const { name, snapshot } = await takeBackup(open);
  isDone = true;
  expect(await writing).toBeGreaterThan(0);
  // References are checked: no track without its member.
  const { database } = await tryRestore(open, name);
  expect(database.rows).toEqual(snapshot.database.rows);
  await open.release();
});

test.skipIf(isPglite)(
  "a restore point outlives the newest three while a restore is undone with it, and while it is restored",
  async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const before = path.join(environment().DATA_DIR, "before-restore-2026-11-27T00-00-00Z");
    const pointAt = (second: number, restored?: string) => {
      vi.setSystemTime(Date.UTC(2026, 10, 27, 0, 0, second));
      return addRestorePoint(restored);
    };
    try {
      const [undoable, restored, plain] = [await pointAt(1), await pointAt(2), await pointAt(3)];
      mkdirSync(before);
      const journal = { before: path.basename(before), existed: [], token: "t", restorePoint: undoable };
      writeFileSync(path.join(before, "restore.json"), JSON.stringify(journal));
      const newest = [await pointAt(4), await pointAt(5, restored), await pointAt(6, restored)];
      const points = await openBackupFolder({ folder: restorePointsFolder(), passphrase: undefined });
      expect(await points.snapshots()).toEqual([undoable, restored, ...newest]);
      expect(await points.snapshots()).not.toContain(plain);
      for (const name of await points.snapshots()) await tryRestore(points, name);
      // Its operator has deleted what was there before the restore.
      rmSync(before, { recursive: true });
      const last = await pointAt(7);
      expect(await points.snapshots()).toEqual([...newest.slice(1), last]);
      // The clock was ahead.
      const now = await pointAt(0);
      expect(await points.snapshots()).toEqual([now, ...newest.slice(1), last]);
    } finally {
      vi.useRealTimers();
      rmSync(before, { recursive: true, force: true });
      rmSync(restorePointsFolder(), { recursive: true, force: true });
    }
  },
);

test.runIf(environment().DATABASE_URL?.startsWith("postgres"))(
  "a restore beside what is connected to the database is refused before it adds a restore point",
  async () => {
    const open = await openFolder();
    const { name } = await takeBackup(open);
    const server = new pg.Client({ connectionString: environment().DATABASE_URL });
    await server.connect();
    await expect(restoreSnapshot(open, name)).rejects.toThrow("something is connected");
    expect(existsSync(restorePointsFolder())).toBe(false);
    await server.end();
    await open.release();
  },
);

test.runIf(environment().DATABASE_URL?.startsWith("postgres"))(
  "a restore and its undoing count whose commit's answer is lost: their files stay with their database",
  async () => {
    const storage = audioStorage();
    await storage.put("audio/backed-up/64.mp3", otherSound);
    const open = await openFolder();
    const { name } = await takeBackup(open);
    const own = environment();
    const { DATABASE_URL = "", DATA_DIR } = own;
    const database = await createTestDatabase(DATABASE_URL, `lost_commit_${process.pid}`);
    const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-restored-"));
    const { query } = pg.Client.prototype;
    const markedBy = (mark: string) =>
      onPostgres(database.url, (client) =>
        client.query("select 1 from settings where key = 'mark' and value = $1", [mark]),
      ).then(({ rowCount }) => rowCount === 1);
    try {
      Object.assign(own, { DATABASE_URL: database.url, DATA_DIR: dataDir });
      await restoreSnapshot(open, name);
      await onPostgres(database.url, (client) =>
        client.query("insert into settings (key, value) values ('mark', 'before')"),
      );
      rmSync(path.join(dataDir, "files"), { recursive: true });
      Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...asked: unknown[]) {
        const answer = Reflect.apply(query, this, asked);
        return asked[0] === "commit" ? answer.then(() => Promise.reject(new Error("lost"))) : answer;
      });
      const before = await restoreSnapshot(open, name);
      expect(await markedBy("before")).toBe(false);
      expect(existsSync(path.join(dataDir, "files/audio/backed-up/64.mp3"))).toBe(true);
      await undoRestore(before);
      expect(await markedBy("before")).toBe(true);
      expect(existsSync(path.join(dataDir, "files"))).toBe(false);
    } finally {
      Reflect.set(pg.Client.prototype, "query", query);
      Object.assign(own, { DATABASE_URL, DATA_DIR });
      rmSync(dataDir, { recursive: true });
      await database.drop();
      await open.release();
      await storage.remove("audio/backed-up/64.mp3");
    }
  },
);

test.runIf(dialect === "sqlite")(
  "what a restore puts back can be read by nginx, which sends it, under the umask of any shell",
  async () => {
    await audioStorage().put("audio/one/64.mp3", otherSound);
    const open = await openFolder();
    const { name } = await takeBackup(open);
    const target = mkdtempSync(path.join(tmpdir(), "mugen-restored-"));
    const { DATA_DIR, STREAM_ACCEL } = environment();
    const umask = process.umask(0o077);
    try {
      Object.assign(environment(), { DATA_DIR: target, STREAM_ACCEL: "nginx" });
      await restoreSnapshot(open, name);
    } finally {
      process.umask(umask);
      Object.assign(environment(), { DATA_DIR, STREAM_ACCEL });
    }
    const modes = ["files/audio", "files/audio/one", "files/audio/one/64.mp3", "mugen.sqlite"].map((entry) =>
      (statSync(path.join(target, entry)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(["750", "750", "640", "600"]);
    rmSync(target, { recursive: true });
    await open.release();
  },
);

test("the last of seven days, four weeks and six months stay", () => {
  const names: string[] = [];
  for (
    let day = new Date("2026-01-01T18:30:00Z");
    day < new Date("2026-11-28");
    day = new Date(day.getTime() + 43_200_000)
  )
    names.push(`${day.toISOString().slice(0, 19).replaceAll(":", "-")}Z`);
  const kept = [...snapshotsToKeep(names)].sort();
  // Twice a day: the one of 3:30 the next day in Tokyo and that of 15:30, which is the last of its day.
  expect(kept).toEqual([
    "2026-06-30T06-30-00Z",
    "2026-07-31T06-30-00Z",
    "2026-08-31T06-30-00Z",
    "2026-09-30T06-30-00Z",
    "2026-10-31T06-30-00Z",
    "2026-11-08T06-30-00Z",
    "2026-11-15T06-30-00Z",
    "2026-11-22T06-30-00Z",
    "2026-11-23T06-30-00Z",
    "2026-11-24T06-30-00Z",
    "2026-11-25T06-30-00Z",
    "2026-11-26T06-30-00Z",
    "2026-11-27T06-30-00Z",
    "2026-11-27T18-30-00Z",
  ]);
});

test.each([
  ["none yet", null, "2026-11-27T05:00:00Z", true],
  ["of last night, by day", "2026-11-26T18:30:00Z", "2026-11-27T05:00:00Z", false],
  ["of last night, at three", "2026-11-26T18:05:00Z", "2026-11-27T18:00:00Z", true],
  ["of this night", "2026-11-27T18:05:00Z", "2026-11-27T19:50:00Z", false],
  ["missed a night", "2026-11-25T18:05:00Z", "2026-11-27T05:00:00Z", true],
])("a backup is due: %s", (_name, last, now, due) =>
  expect(isBackupDue(last === null ? null : new Date(last), new Date(now))).toBe(due),
);
