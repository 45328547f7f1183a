import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** Every test file has a data folder and, on Postgres, a database of its own. */
const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-test-"));
process.env.DATA_DIR = dataDir;
process.env.LOG_LEVEL ??= "silent";

const server = process.env.DATABASE_URL;
if (server?.startsWith("postgres")) {
  const { createTestDatabase } = await import("./postgres.ts");
  const database = await createTestDatabase(server, `mugen_${randomBytes(6).toString("hex")}`);
  process.env.DATABASE_URL = database.url;
  afterAll(() => database.drop());
}

afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
