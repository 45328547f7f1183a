import type { TestProject } from "vitest/node";
import makeQueueFolder from "./queue-folder.ts";
import { startSharedServers } from "./start-shared-servers.ts";

/** Starts the shared servers of a project on SQLite. Returns what stops them. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const removeQueue = await makeQueueFolder();
  const stopServers = await startSharedServers(project);
  return async () => {
    await stopServers();
    removeQueue();
  };
}
