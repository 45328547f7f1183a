import { readFileSync, statSync } from "node:fs";
import { inject } from "vitest";

/** A server that the test files of one worker share, one after the other. */
export interface SharedServer {
  origin: string;
  dataDir: string;
  databaseUrl: string;
  /** File with the output of the server's processes. */
  log: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. */
    sharedServers?: SharedServer[];
  }
}

/** The shared server of this worker, undefined in a project without. */
export function workerServer(): SharedServer | undefined {
  return inject("sharedServers")?.[Number(process.env.VITEST_POOL_ID) - 1];
}

/**
 * The server that this file shares with others of its worker. Their rows stay: members, ids and names of a file have to be
 * unique. `output` is what the server has printed since this call.
 */
export function sharedServer(): { origin: string; output(): string } {
  const server = workerServer();
  if (!server) throw new Error("no shared server in this project");
  const { origin, log } = server;
  const before = statSync(log).size;
  return { origin, output: () => readFileSync(log).subarray(before).toString() };
}
