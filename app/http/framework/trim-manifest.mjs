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

/** Ids of the console's routes, which members' pages need not know. Also in `app/entry.server.tsx`. */
const consoleRoutes = "routes/screens/admin/";

/**
 * A route without what is false or empty, which the browser's router takes for the same, without `hasDefaultExport`, which
 * it does not read, and without `imports`: only the server preloads them, by its own manifest.
 */
function withoutDefaults({ hasDefaultExport: _, imports: _imports, ...route }) {
  const isSet = ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(route).filter(isSet));
}

/**
 * Makes the route manifest that every page loads smaller: without the resource routes, for browsers navigate to screens
 * only, without the routes of the admin's console, and without what a browser needs nothing of. The console's pages load a
 * second file with its routes too (`app/entry.server.tsx`). Can go when React Router leaves all of it out of the manifest.
 */
export function trimManifest() {
  const { name, manifest } = readManifest();
  const isForBrowsers = ([id, route]) => route.hasDefaultExport || /^(root$|routes\/screens\/)/.test(id);
  const routes = Object.entries(manifest.routes)
    .filter(isForBrowsers)
    .map(([id, route]) => [id, withoutDefaults(route)]);
  const save = (file, kept) =>
    writeFileSync(
      path.join(folder, file),
      `${prefix}${JSON.stringify({ ...manifest, routes: Object.fromEntries(kept) })};`,
    );
  save(name.replace(/\.js$/, ".admin.js"), routes);
  save(
    name,
    routes.filter(([id]) => !id.startsWith(consoleRoutes)),
  );
}
