// Writes the tables in documents that are made from code: `npm run docs:tables`. A test fails when one is outdated.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tables } from "./tables.ts";

for (const { document, name, text } of tables()) {
  const file = path.join(import.meta.dirname, "..", document);
  const marked = new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- /${name} -->)`);
  const updated = readFileSync(file, "utf8").replace(
    marked,
    (_, start: string, end: string) => `${start}\n${text}\n${end}`,
  );
  writeFileSync(file, updated);
}
