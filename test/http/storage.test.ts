// on both databases: a switch has to find that nobody else is on the database
// @module-tag release: moves a whole site into a bucket and back; each step has unit tests
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { createS3Storage } from "#app/features/storage/s3/s3-storage.server.ts";
import { closeDatabase, db, openDatabase } from "#db/client.ts";
import { lockDataFolder } from "#db/lock-data-folder.ts";
import { renditions } from "#db/schema/index.ts";
import { addMember } from "../database.ts";
import { s3ClientFor, startS3Server } from "../servers/s3-server.ts";
import { startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";

const { DATA_DIR: dataDir, DATABASE_URL: url } = environment();
const s3 = await startS3Server();
afterAll(() => s3.stop());

/** Runs an operators' command on the installation. */
function run(
  args: string[],
  more: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, NODE_ENV: "production", ...s3.settings, ...more };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
    child.on("close", (code) => resolve({ code, said }));
  });
}
const storage = (command: string, more?: Record<string, string>) =>
  run(["app/cli.mjs", "storage", command, "--to", "s3"], more);

test("a site moves into a bucket, and a backup in another bucket brings it back; nothing starts on what was left", async () => {
  await openDatabase({ url, dataDir });
  const { id: userId } = await addMember();
  const [trackId = 0] = await addSoundingTracks({ dataDir, userId, titles: ["移る", "移った"], seconds: 2 });
  const [rendition] = await db.select().from(renditions).where(eq(renditions.trackId, trackId));
  // What a running server holds: the database, and the lock of the folder.
  const lock = lockDataFolder(dataDir);
  expect((await storage("copy", { CRASH_AT: "storage-copied" })).code).toBeNull();
  expect((await storage("switch")).said).toMatch(/stop all servers|a server is running/);
  lock.release();
  await closeDatabase();
  expect((await storage("switch")).said).toMatch(/^2 files are there; \d copied, 0 removed. Set STORAGE=s3/);
  const backups = "s3://mugen-backup/site";
  for (const args of [["app/start.mjs"], ["app/cli.mjs", "backup", "--to", backups]])
    expect(await run(args)).toEqual({ code: 1, said: expect.stringContaining("set STORAGE=s3") });
  rmSync(path.join(dataDir, "files/audio"), { recursive: true });

  const inBucket = { STORAGE: "s3" };
  expect((await run(["app/cli.mjs", "backup", "--to", backups], inBucket)).said).toMatch(/, files: 2,/);
  const bucket = createS3Storage({ client: s3ClientFor(s3.settings), spoolFolder: dataDir });
  for await (const key of bucket.list("")) await bucket.remove(key);
  if (!url) rmSync(path.join(dataDir, "mugen.sqlite"));
  const restored = await run(["app/cli.mjs", "restore", "--from", backups], inBucket);
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("restored")]);

  const moved = await startServer({ dataDir, env: { ...s3.settings, ...inBucket }, workers: 0 });
  const after = await fetch(`${moved.origin}/api/stream/${trackId}`);
  const bytes = Buffer.from(await after.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(rendition?.sha256);
  await moved.stop();
});
