import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
/** The search page's title as the build has it, in scripts of the browser and of the server. */
const searchTitle = /(title:\s*)(["`])検索\2(,\s*children:\s*\[)/;

/**
 * Copies the built program and changes its search page's title there, as a build of changed sources would: scripts that
 * change have other names, and so do the list of routes and what the service worker keeps. Returns the copy's folder.
 */
export function makeNextVersion(title: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-next-"));
  for (const name of ["app", "build", "db", "public", "package.json"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir");

  const assets = path.join(folder, "build/client/assets");
  // The route of search calls has a script of that name too: an empty one.
  const search = nameIn(assets, /^search-[\w-]+\.js$/, searchTitle);
  const manifest = nameIn(assets, /^manifest-\w+\.js$/);
  const worker = readFileSync(path.join(folder, "build/client/sw.js"), "utf8");
  const version = /\b[0-9a-f]{16}\b/.exec(worker)?.[0] ?? "";
  const routes = manifest.slice("manifest-".length, -".js".length);
  const renamed = new Map([
    [search, "search-nextnext.js"],
    [routes, "0e87ce87"],
    [version, "0e87ce870e87ce87"],
  ]);
  if (renamed.has("")) throw new Error("the service worker has no version");

  const server = path.join(folder, "build/server");
  retitle(path.join(assets, search), title);
  retitle(path.join(server, nameIn(server, /^server-build-[\w-]+\.js$/)), title);
  for (const entry of readdirSync(path.join(folder, "build"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|br|gz)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    // Compressed before the change. The server sends the plain files where it has no others.
    if (!entry.name.endsWith(".js")) rmSync(file);
    else rename(file, renamed);
  }
  return folder;
}

/** The one file whose name, and whose content if asked for, are like these. */
function nameIn(folder: string, pattern: RegExp, content = /^/): string {
  const [name, ...others] = readdirSync(folder).filter(
    (file) => pattern.test(file) && content.test(readFileSync(path.join(folder, file), "utf8")),
  );
  if (!name || others.length > 0) throw new Error(`not one file like ${pattern} in ${folder}`);
  return name;
}

function retitle(file: string, title: string): void {
  const source = readFileSync(file, "utf8");
  const parts = source.split(searchTitle);
  // What comes before it, the three groups, and what comes after it.
  if (parts.length !== 5) throw new Error(`${file} does not have the title once`);
  writeFileSync(file, source.replace(searchTitle, `$1$2${title}$2$3`));
}

/** Changes the names in a script, and in its own name. */
function rename(file: string, renamed: ReadonlyMap<string, string>): void {
  const change = (text: string) => [...renamed].reduce((all, [old, name]) => all.replaceAll(old, name), text);
  const [name, source] = [path.basename(file), readFileSync(file, "utf8")];
  if (change(source) !== source) writeFileSync(file, change(source));
  if (change(name) === name) return;
  writeFileSync(path.join(path.dirname(file), change(name)), change(source));
  rmSync(file);
}
