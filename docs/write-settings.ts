// Writes the README's table of settings from app/config/environment.ts: `npm run docs:settings`. A test fails when it is outdated.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { settingsTable } from "./settings-table.ts";

const file = path.join(import.meta.dirname, "../README.md");
const readme = readFileSync(file, "utf8");
const updated = readme.replace(
  /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/,
  (_, start: string, end: string) => `${start}\n${settingsTable()}\n${end}`,
);
writeFileSync(file, updated);
