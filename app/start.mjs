// Starts the built server.
import { describeStartError, importBuild } from "./build/load-build.mjs";

try {
  const { run } = await importBuild("server");
  await run();
} catch (error) {
  const message = describeStartError(error);
  console.error(typeof message === "string" ? `Mugen can't start: ${message}` : message);
  process.exit(1);
}
