import { describeStartError } from "#app/build/load-build.mjs";

// `node build/server/worker.js`. Loaded on demand: what it loads reads the settings, which may be wrong.
try {
  await (await import("./run-worker.ts")).runWorker();
} catch (error) {
  const message = describeStartError(error);
  console.error(typeof message === "string" ? `the worker can't start: ${message}` : message);
  process.exit(1);
}
