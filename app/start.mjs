// Starts the built server.
import module from "node:module";
import { setFlagsFromString } from "node:v8";
import { describeStartError, importBuild } from "./build/load-build.mjs";

// Garbage is looked for when the heap is 2.5, not 4 times as large as after the last time: docs/decisions/0049-memory.md.
setFlagsFromString("--heap-growing-percent=150");

try {
  const { run } = await importBuild("server");
  await run();
  // Before a kill can lose it.
  module.flushCompileCache();
} catch (error) {
  const message = describeStartError(error);
  console.error(typeof message === "string" ? `Mugen can't start: ${message}` : message);
  process.exit(1);
}
