import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const root = path.dirname(import.meta.dirname);
const client = path.join(root, "build/client");
const assets = path.join(client, "assets");
const opening = "window.__reactRouterManifest=";

/**
 * Screens that a press leads to while something plays. A press without a network must find the screen's script: the
 * router loads the page anew, and the sound ends, where it does not.
 */
const screens = [
  "home",
  "offline",
  "offline-audio",
  "search",
  "track",
  "person",
  "playlist",
  "playlists",
  "favorites",
  "history",
  "notifications",
  "profile",
  "create-post",
  "create-post-v2",
];

/**
 * Writes `build/client/sw.js`: the service worker with the list of what it keeps for the app to open without a network.
 * Comes after the trimmed list of routes, which is one of the files.
 */
export async function buildServiceWorker() {
  const files = listShellFiles();
  // The offline page is rendered by the server: a new build of it is a new version too.
  const server = readdirSync(path.join(root, "build/server"), { recursive: true }).sort();
  const version = createHash("sha256")
    .update(JSON.stringify([files, server]))
    .digest("hex")
    .slice(0, 16);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { shellVersion: JSON.stringify(version), shellFiles: JSON.stringify(files) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, "app/service-worker/service-worker.ts"),
        output: { format: "iife", entryFileNames: "sw.js", codeSplitting: false },
      },
    },
  });
}

/** Paths of the files that the app starts with, those of the screens above, and what either fetches later. */
function listShellFiles() {
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const manifest = names.find((name) => /^manifest-\w+\.js$/.test(name));
  if (!manifest) throw new Error("the build has no list of routes");
  const { entry, routes } = JSON.parse(read(manifest).slice(opening.length).replace(/;\s*$/, ""));
  const parts = [entry, routes.root, ...screens.map((screen) => routes[`routes/screens/${screen}`])];
  const missing = screens.filter((screen) => !routes[`routes/screens/${screen}`]);
  if (missing.length > 0) throw new Error(`no such screen: ${missing.join(", ")}`);
  const styles = names.filter((name) => /^app-[\w-]+\.css$/.test(name));
  const found = new Set([manifest, ...styles]);
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [named] of read(name).matchAll(/[\w.-]+\.(?:js|css)/g)) if (names.includes(named)) add(named);
  };
  for (const { module, imports = [], css = [] } of parts) {
    for (const file of [module, ...imports, ...css]) add(path.basename(file));
  }
  return [...found].sort().map((name) => `/assets/${name}`);
}

function read(name) {
  return readFileSync(path.join(assets, name), "utf8");
}
