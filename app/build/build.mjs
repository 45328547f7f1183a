// The production build: React Router's build, its route manifest trimmed for browsers, the service worker, every text
// file of the client precompressed, and an empty job queue.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { buildServiceWorker } from "./build-service-worker.mjs";
import { precompress } from "./precompress.mjs";
import { trimManifest } from "./route-manifest.mjs";
import { snapshotQueue } from "./snapshot-queue.ts";

// React Router 7.18 passes Vite 8 an option that Vite has renamed, and Vite warns three times per build. Can go when
// React Router passes the new name.
const outdatedOption = "The `envFile` option is deprecated";

const build = spawn("react-router", ["build"], {
  stdio: ["ignore", "inherit", "pipe"],
  shell: process.platform === "win32",
  env: { ...process.env, NODE_ENV: "production" },
});
createInterface({ input: build.stderr }).on("line", (line) => {
  if (!line.includes(outdatedOption)) console.error(line);
});
build.on("close", async (status) => {
  if (status === 0) {
    trimManifest();
    await buildServiceWorker();
    precompress();
    await snapshotQueue("build/server/queue.tar.zst");
  }
  process.exitCode = status ?? 1;
});
