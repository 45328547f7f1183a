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
    /** Address that answers with the server of the worker whose number is its path. */
    sharedServers?: string;
  }
}

/** Of the file that runs. */
let current: SharedServer | undefined;

/** The shared server of this worker, started for its first file; undefined in a project without. */
export async function findWorkerServer(): Promise<SharedServer | undefined> {
  const servers = inject("sharedServers");
  current = servers === undefined ? undefined : await askFor(`${servers}/${process.env.VITEST_POOL_ID}`);
  return current;
}

async function askFor(address: string): Promise<SharedServer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/**
 * The server that this file shares with others of its worker. Their rows stay: members, ids and names of a file have to be
 * unique. `output` is what the server has printed since this call.
 */
export function sharedServer(): { origin: string; output(): string } {
  if (!current) throw new Error("no shared server in this project");
  const { origin, log } = current;
  const before = statSync(log).size;
  return { origin, output: () => readFileSync(log).subarray(before).toString() };
}
