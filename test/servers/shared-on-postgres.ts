import type { TestProject } from "vitest/node";
import { makeMigrated } from "../databases/migrated-postgres.ts";
import { startSharedServers } from "./start-shared-servers.ts";

/** Starts the shared servers of a project on Postgres. Returns what stops them. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { name, drop } = await makeMigrated(project);
  const stopServers = await startSharedServers(project, name);
  return async () => {
    await stopServers();
    await drop();
  };
}
