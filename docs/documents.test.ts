import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesOf, ideas, maxFiles } from "./ideas.ts";
import { tables } from "./tables.ts";

const root = path.join(import.meta.dirname, "..");
const read = (document: string) => readFileSync(path.join(root, document), "utf8");
const files = globSync("{*,{app,bench,db,docs,e2e,jobs,public,release,test}/**}", { cwd: root }).map((file) =>
  file.replaceAll(path.sep, "/"),
);

test.each(tables())("$document has the present table of $name", ({ document, text }) => {
  expect(read(document)).toContain(text);
});

test.each(Object.entries(ideas))("%s is read in few files", (_, parts) => {
  const named = filesOf(parts).map(({ file }) => file);
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeLessThanOrEqual(maxFiles);
});

test.each(files.filter((file) => file.endsWith(".md")))("%s names files that are there", (document) => {
  const named = [...read(document).matchAll(/`((?:\.{1,2}\/)*\w[\w$./-]*\.(?:tsx?|mjs|md|css))`/g)].map(
    ([, name = ""]) => name.replace(/^(\.+\/)+/, ""),
  );
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
