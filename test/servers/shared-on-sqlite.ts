import type { TestProject } from "vitest/node";
import { startSharedServers } from "./start-shared-servers.ts";

/** Starts the shared servers of a project on SQLite. Returns what stops them. */
export default (project: TestProject): Promise<() => Promise<void>> => startSharedServers(project);
