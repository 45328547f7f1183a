import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, type Db, openDatabase, write } from "#db/client.ts";
import { createTestDatabase } from "../databases/postgres.ts";
import { startServer } from "../servers/server.ts";

const { DATABASE_URL: url, DATA_DIR } = environment();
const newFolder = () => mkdtempSync(path.join(DATA_DIR, "refused-"));

/** What a start prints that ends by itself. */
function refusalOf(dataDir: string, databaseUrl = ""): string {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: "0",
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["app/start.mjs"], {
    env: { ...env, SEED: "off" },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status, stdout + stderr).toBe(1);
  return stderr;
}

const sentence = (text: string) => new RegExp(`^Mugen can't start: [^\\n]*${text}[^\\n]*\\n$`);

function addAudio(dataDir: string): void {
  const folder = path.join(dataDir, "files", "tracks", "1");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "standard.mp3"), "sound");
}

/** Notes a migration that this version does not have, as a later one would. */
async function addLaterMigration(o: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  await openDatabase({ url: o.databaseUrl, dataDir: o.dataDir });
  const table = sql.raw(o.databaseUrl ? "drizzle.__drizzle_migrations" : "__drizzle_migrations");
  const add = sql`insert into ${table} (hash, created_at) values ('later', ${Date.now() + 1e9})`;
  await write(async (tx) => void (await run(tx, add)));
  await closeDatabase();
}

const run = (tx: Db, statement: ReturnType<typeof sql>) => {
  const [method] = ["run", "execute"].filter((name) => name in tx);
  return Reflect.apply(Reflect.get(tx, method ?? ""), tx, [statement]);
};

test("a database of a later version is left as it is", async () => {
  const dataDir = newFolder();
  const made = url ? await createTestDatabase(url, `later_${process.pid}`) : undefined;
  try {
    await addLaterMigration({ databaseUrl: made?.url, dataDir });
    expect(refusalOf(dataDir, made?.url)).toMatch(sentence("later version of Mugen.*npm run restore"));
    await expect(openDatabase({ url: made?.url, dataDir, migrate: false })).rejects.toThrow("later version");
  } finally {
    await closeDatabase();
    await made?.drop();
  }
});

test("an empty database beside the audio of another one stays empty, and is filled where there is none", async () => {
  const dataDir = newFolder();
  const made = url ? await createTestDatabase(url, `lost_${process.pid}`) : undefined;
  const file = path.join(dataDir, "mugen.sqlite");
  try {
    addAudio(dataDir);
    expect(refusalOf(dataDir, made?.url)).toMatch(sentence("its database is missing or empty: put it back"));
    if (!made) {
      writeFileSync(file, "");
      expect(refusalOf(dataDir)).toMatch(sentence("its database is missing or empty: put it back"));
      expect(readFileSync(file)).toHaveLength(0);
    }
    rmSync(path.join(dataDir, "files"), { recursive: true });
    const server = await startServer({ dataDir, workers: 0, ...(made ? { databaseUrl: made.url } : {}) });
    await server.stop();
    // From now on it is its own audio.
    addAudio(dataDir);
    const again = await startServer({ dataDir, workers: 0, ...(made ? { databaseUrl: made.url } : {}) });
    await again.stop();
  } finally {
    await made?.drop();
  }
});

test.skipIf(url)("a damaged file is left as it is", async () => {
  const damages: Record<string, (file: string, bytes: Buffer) => void> = {
    "no database": (file) => writeFileSync(file, "これはデータベースではありません。".repeat(100)),
    "cut off": (file, bytes) => truncateSync(file, bytes.length - 8192),
    "a page of zeros": (file, bytes) => writeFileSync(file, bytes.fill(0, 5 * 4096, 6 * 4096)),
    "a head of zeros": (file, bytes) => writeFileSync(file, bytes.fill(0, 0, 4096)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    const dataDir = newFolder();
    await openDatabase({ url: undefined, dataDir });
    await closeDatabase();
    const file = path.join(dataDir, "mugen.sqlite");
    damage(file, readFileSync(file));
    const before = readFileSync(file);
    expect(refusalOf(dataDir), name).toMatch(sentence("is damaged: restore the last backup"));
    expect(readFileSync(file).equals(before), name).toBe(true);
  }
});
