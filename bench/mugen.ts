import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "#test/databases/postgres.ts";
import { startProgram } from "./start-program.ts";

export const folder = mkdtempSync(path.join(os.tmpdir(), "mugen-bench-"));
// Every server ends with this process (start-program.ts).
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

export const dataDir = (name: string) => path.join(folder, name);
export const filled = dataDir("filled");

/** The image sets these: they save memory and cost processor time. */
export const imageEnv = { MALLOC_ARENA_MAX: "2", NODE_OPTIONS: "--max-semi-space-size=16" };

export const startMugen = async (env: Record<string, string>) => {
  const port = await freePort();
  return startProgram({
    name: "mugen",
    command: process.execPath,
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
