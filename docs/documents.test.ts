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
  // A whole table as a message would hide what to do.
  expect(read(document).includes(text), "outdated: run npm run docs:tables").toBe(true);
});

test.each(Object.entries(ideas))("%s is read in few files", (_, parts) => {
  const named = filesOf(parts).map(({ file }) => file);
  expect(new Set(named).size, "a file is named twice in docs/ideas.ts").toBe(named.length);
  expect(named.length, "docs/ideas.ts names too many files: merge two of them").toBeLessThanOrEqual(maxFiles);
});

test.each(files.filter((file) => file.endsWith(".md")))("%s names files that are there", (document) => {
  const named = [...read(document).matchAll(/`((?:\.{1,2}\/)*\w[\w$./-]*\.(?:tsx?|mjs|md|css))`/g)].map(
    ([, name = ""]) => name.replace(/^(\.+\/)+/, ""),
  );
  expect(
    named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`))),
    `${document} names files that are not there`,
  ).toEqual([]);
});

/** As GitHub makes them of headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(files.filter((file) => file.endsWith(".md")))("%s links to what is there", (document) => {
  const text = read(document).replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].filter(([, link = ""]) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file ? path.posix.join(path.posix.dirname(document), file) : document;
    if (!files.includes(target)) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
  expect(
    broken.map(([, link]) => link),
    `${document} links to files or headings that are not there`,
  ).toEqual([]);
});
