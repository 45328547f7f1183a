import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingsTable } from "./settings-table.ts";

test("the README's table of settings matches the schema", () => {
  const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  expect(readme).toContain(settingsTable());
});
