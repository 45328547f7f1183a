// Writes the README's table of settings from app/config/environment.ts. With --check it only tells whether it is true.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { settingsTable } from "./settings-table.ts";

const file = path.join(import.meta.dirname, "../README.md");
const readme = readFileSync(file, "utf8");
const updated = readme.replace(
  /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/,
  (_, start: string, end: string) => `${start}\n${settingsTable()}\n${end}`,
);
if (process.argv.includes("--check")) {
  if (updated !== readme) {
    console.error("README.md: the table of settings is behind; run npm run docs:settings");
    process.exitCode = 1;
  }
} else writeFileSync(file, updated);
