import { readFileSync, statSync } from "node:fs";
import { inject } from "vitest";

/** A server that a worker's files use one after the other. */
export interface SharedServer {
  origin: string;
  dataDir: string;
  databaseUrl: string;
  /** The file with everything that the server's processes have printed. */
  log: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. */
    sharedServers?: SharedServer[];
  }
}

/** The shared server of this worker, undefined in a project without. */
export function serverOfWorker(): SharedServer | undefined {
  return inject("sharedServers")?.[Number(process.env.VITEST_POOL_ID) - 1];
}

/**
 * The server that this file's worker shares with other files. They run one after the other and leave there what they have
 * made: members, ids and names of a file have to be its own. `output` is what was printed since this call.
 */
export function sharedServer(): { origin: string; output(): string } {
  const server = serverOfWorker();
  if (!server) throw new Error("no shared server in this project");
  const { origin, log } = server;
  const before = statSync(log).size;
  return { origin, output: () => readFileSync(log).subarray(before).toString() };
}
