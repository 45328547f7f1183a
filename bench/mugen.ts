import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "#test/databases/postgres.ts";
import { startProgram } from "./start-program.ts";

/** Everything that a run writes, but for its results. */
export const folder = mkdtempSync(path.join(os.tmpdir(), "mugen-bench-"));
// The end of the process takes every server with it (start-program.ts), whatever ends it.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

export const dataDir = (name: string) => path.join(folder, name);
/** The one that `fillInstallation` fills. */
export const filled = dataDir("filled");

/** As the image sets them: they save memory and cost processor time, for whatever program. */
export const imageEnv = { MALLOC_ARENA_MAX: "2", NODE_OPTIONS: "--max-semi-space-size=16" };

/** Starts the built server on a free port, with `env` added to its settings. */
export const startMugen = async (env: Record<string, string>) => {
  const port = await freePort();
  return startProgram({
    name: "mugen",
    command: process.execPath,
    // As the image starts it.
    args: ["app/start.mjs"],
    port,
    path: "/health",
    log: path.join(folder, "mugen.log"),
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      SEED: "off",
      DATABASE_URL: "",
      ...imageEnv,
      ...env,
    },
  });
};
