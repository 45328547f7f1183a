import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { readManifest } from "./route-manifest.mjs";

const root = path.join(import.meta.dirname, "../..");
const client = path.join(root, "build/client");
const assets = path.join(client, "assets");

/**
 * Screens that a link leads to while a track plays, or that a dialog posts its form to. Their scripts must be cached: where
 * one can't be loaded without a network, the router loads the whole page anew, and playback and typed text are lost.
 */
const screens = [
  "home",
  "offline-page",
  "offline-audio",
  "search-page",
  "tracks/track-page",
  "people/person-page",
  "playlists/playlist-page",
  "playlists/playlists-page",
  "favorites-page",
  "history-page",
  "notifications-page",
  "profile/profile-page",
  "profile/profile-edit",
  "playlists/edit-playlist",
  "playlists/delete-playlist",
  "playlists/track-playlists",
  "creation/create-post",
  "creation/create-post-v2",
];

/**
 * Writes `build/client/sw.js`: the service worker with the list of files that it precaches. Runs after `trimManifest`, whose
 * result is one of the files.
 */
export async function buildServiceWorker() {
  const files = listShellFiles();
  // The server renders the offline page: a new server build is a new version too.
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

/** URLs of the scripts and styles of the root, of the screens above, and of everything that these import. */
function listShellFiles() {
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const { name: manifestFile, manifest } = readManifest();
  const { entry, routes } = manifest;
  const parts = [entry, routes.root, ...screens.map((screen) => routes[`routes/screens/${screen}`])];
  const missing = screens.filter((screen) => !routes[`routes/screens/${screen}`]);
  if (missing.length > 0) throw new Error(`no such screen: ${missing.join(", ")}`);
  const styles = names.filter((name) => /^(app|late-icons)-[\w-]+\.css$/.test(name));
  const found = new Set([manifestFile, ...styles]);
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
