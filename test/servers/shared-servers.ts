import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { createTestDatabase } from "../databases/postgres.ts";
import { type RunningServer, startServer } from "./server.ts";
import type { SharedServer } from "./shared-server.ts";

interface Started {
  server: RunningServer;
  shared: SharedServer;
}

/** Starts each worker's server at its first request, on the project's database (Postgres: a copy). Returns what stops them. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-shared-"));
  const postgres = project.config.env.DATABASE_URL;
  const start = async (): Promise<Started> => {
    const dataDir = mkdtempSync(path.join(folder, "data-"));
    const log = `${dataDir}.log`;
    writeFileSync(log, "");
    const migrated = project.getProvidedContext().migratedPostgres;
    const database = `${migrated}_${randomBytes(6).toString("hex")}`;
    const databaseUrl = postgres ? (await createTestDatabase(postgres, database, migrated)).url : "";
    const server = await startServer({
      dataDir,
      databaseUrl,
      workers: 1,
      onOutput: (chunk) => appendFileSync(log, chunk),
    });
    return { server, shared: { origin: server.origin, dataDir, databaseUrl, log } };
  };

  const started = new Map<string, Promise<Started>>();
  const desk = createServer(async (request, response) => {
    const worker = request.url ?? "";
    const own = started.get(worker) ?? start();
    started.set(worker, own);
    try {
      response.end(JSON.stringify((await own).shared));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  desk.listen(0, "127.0.0.1");
  await once(desk, "listening");
  const address = desk.address();
  if (!address || typeof address === "string") throw new Error("no port");
  project.provide("sharedServers", `http://127.0.0.1:${address.port}`);
  return async () => {
    desk.close();
    const servers = await Promise.allSettled(started.values());
    await Promise.all(servers.map((one) => (one.status === "fulfilled" ? one.value.server.kill() : null)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
