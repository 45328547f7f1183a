import { existsSync } from "node:fs";
import path from "node:path";

/** Folder that holds package.json, whether this code runs from its source or from `build/server`. */
export const projectRoot: string = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
})();
