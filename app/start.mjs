// Starts the built server.
import module from "node:module";
import { describeStartError, importBuild } from "./build/load-build.mjs";

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
