import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";

const manifest = z.object({ version: z.string() });

export function programVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"))).version;
}
