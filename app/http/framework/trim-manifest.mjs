import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../../../build/client/assets");
const prefix = "window.__reactRouterManifest=";

/**
 * React Router's manifest of routes in the client build: the name of its file in `build/client/assets` and its content.
 * Throws when the file is missing or has another format.
 */
export function readManifest() {
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error("the build has no route manifest");
  const text = readFileSync(path.join(folder, name), "utf8");
  if (!text.startsWith(prefix)) throw new Error(`${name} does not begin as expected`);
  return { name, manifest: JSON.parse(text.slice(prefix.length).replace(/;\s*$/, "")) };
}

/**
 * Makes the route manifest that every page loads smaller: without the resource routes, for browsers navigate to screens
 * only, and without each route's mention of the entry's own imports, which every page has. Can go when React Router
 * leaves both out of the manifest.
 */
export function trimManifest() {
  const { name, manifest } = readManifest();
  const isForBrowsers = ([id, route]) => route.hasDefaultExport || /^(root$|routes\/screens\/)/.test(id);
  const isMissing = (file) => !manifest.entry.imports.includes(file);
  manifest.routes = Object.fromEntries(
    Object.entries(manifest.routes)
      .filter(isForBrowsers)
      .map(([id, route]) => [id, { ...route, imports: route.imports.filter(isMissing) }]),
  );
  writeFileSync(path.join(folder, name), `${prefix}${JSON.stringify(manifest)};`);
}
