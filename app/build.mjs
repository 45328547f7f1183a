// The production build: React Router's without what browsers don't need of it, the service worker, then every text file
// of the client compressed once and for all.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { buildServiceWorker } from "./build-service-worker.mjs";
import { precompress } from "./precompress.mjs";
import { trimManifest } from "./trim-manifest.mjs";

// React Router 7.18 starts Vite 8 with an option that Vite has renamed, and Vite says so three times a build.
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
  }
  process.exitCode = status ?? 1;
});
