// The production build: React Router's build, its route manifest trimmed for browsers, the service worker, every text
// file of the client precompressed, and an empty job queue.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import zlib from "node:zlib";
import { buildServiceWorker } from "./build-service-worker.mjs";
import { outdatedViteOption } from "./outdated-vite-option.ts";
import { trimManifest } from "./route-manifest.mjs";
import { snapshotQueue } from "./snapshot-queue.ts";

const build = spawn("react-router", ["build"], {
  stdio: ["ignore", "inherit", "pipe"],
  shell: process.platform === "win32",
  env: { ...process.env, NODE_ENV: "production" },
});
createInterface({ input: build.stderr }).on("line", (line) => {
  if (!line.includes(outdatedViteOption)) console.error(line);
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

const folder = path.join(import.meta.dirname, "../../build/client");
const text = /\.(js|css|svg|json|webmanifest|txt|html|xml)$/;
/** Smaller files fit one packet either way. */
const minBytes = 256;

/** Writes .br and .gz beside every text file of the client build, so that the server never compresses them. */
function precompress() {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !text.test(entry.name)) continue;
    const bytes = readFileSync(file);
    if (bytes.byteLength < minBytes) continue;
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
  }
}
