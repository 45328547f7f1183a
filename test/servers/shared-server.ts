import { readFileSync, statSync } from "node:fs";
import { inject } from "vitest";

export interface SharedServer {
  origin: string;
  dataDir: string;
  databaseUrl: string;
  log: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Its path is the worker's number. */
    sharedServers?: string;
  }
}

let current: SharedServer | undefined;

/** Started for the worker's first file; undefined in projects without. */
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

/** The server that the worker's files share: rows stay, so names and ids must be unique. `output` begins with this call. */
export function sharedServer(): { origin: string; output(): string } {
  if (!current) throw new Error("no shared server in this project");
  const { origin, log } = current;
  const before = statSync(log).size;
  return { origin, output: () => readFileSync(log).subarray(before).toString() };
}
