import { existsSync } from "node:fs";
import path from "node:path";

/** With package.json, from source or `build/server`. */
export const projectRoot: string = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
})();
