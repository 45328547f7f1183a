import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../../build/client/assets");
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
 * Takes out of it what each route imports, which only the server reads, by a manifest of its own: 2.2 KB of every page's scripts.
 * And what is false, which the browser asks for by truth alone, empty lists, and what only the development server reads: 160
 * bytes.
 */
export function trimManifest() {
  const { name, manifest } = readManifest();
  for (const route of Object.values(manifest.routes)) {
    delete route.imports;
    delete route.hasDefaultExport;
    for (const [key, value] of Object.entries(route))
      if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key];
  }
  writeFileSync(path.join(folder, name), `${prefix}${JSON.stringify(manifest)};`);
}
