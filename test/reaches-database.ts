import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../app/config/project-root.ts";

/** What decides which database a process speaks, and what opens it. */
const doors = ["db/columns.ts", "db/client.ts"].map((file) => path.join(projectRoot, file));

/** Every module of the project that a file names, whatever for. */
const named = /["'`]([#.][^"'`\n]*\.(?:tsx?|mjs))["'`]/g;

/**
 * Whether anything that `file` imports, also by way of others, knows the database. What does not behaves the same on
 * every one of them.
 */
export function reachesDatabase(file: string): boolean {
  const seen = new Set<string>();
  const waiting = [path.resolve(projectRoot, file)];
  for (let module = waiting.pop(); module; module = waiting.pop()) {
    if (doors.includes(module)) return true;
    if (seen.has(module) || !existsSync(module)) continue;
    seen.add(module);
    for (const [, name = ""] of readFileSync(module, "utf8").matchAll(named)) {
      waiting.push(
        name.startsWith("#")
          ? path.join(projectRoot, name.slice(1))
          : path.resolve(path.dirname(module), name),
      );
    }
  }
  return false;
}
