import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../build/client/assets");
const opening = "window.__reactRouterManifest=";

/**
 * Takes calls and bytes out of the list of routes that every page begins with: browsers go to screens, and each call
 * would weigh on the first visit.
 */
export function trimManifest() {
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error("the build has no list of routes");
  const file = path.join(folder, name);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(opening)) throw new Error(`${name} does not begin as expected`);
  const manifest = JSON.parse(text.slice(opening.length).replace(/;\s*$/, ""));
  const isForBrowsers = ([id, route]) => route.hasDefaultExport || /^(root$|routes\/screens\/)/.test(id);
  manifest.routes = Object.fromEntries(Object.entries(manifest.routes).filter(isForBrowsers));
  writeFileSync(file, `${opening}${JSON.stringify(manifest)};`);
}
