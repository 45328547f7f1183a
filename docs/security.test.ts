import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const text = readFileSync(path.join(root, "docs/security.md"), "utf8");

/** The cells of all rows of tables whose first cell `isWanted`. */
const rowsOf = (isWanted: RegExp): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, -2).split(" | "))
    .filter(([first = ""]) => isWanted.test(first));

const requirements = rowsOf(/^\d+\.\d+\.\d+$/);
const verdicts = ["met", "not", "n.a."] as const;
const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|[\w.-]+\.(?:json|yaml)|\.dockerignore)`/g)];

test("every file that the document of security names is there, by its whole path", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.map(([, file = ""]) => file).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("its requirements are those of ASVS 5.0 on levels 1 and 2, each once, in order", () => {
  const levels = requirements.map(([, level]) => level);
  expect(levels.filter((level) => level === "1")).toHaveLength(70);
  expect(levels.filter((level) => level === "2")).toHaveLength(183);
  const numbers = requirements.map(([number = ""]) => number.split(".").map(Number));
  const inOrder = numbers.toSorted(
    (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0),
  );
  expect(numbers).toEqual(inOrder);
  expect(new Set(numbers.map(String)).size).toBe(requirements.length);
});

test("each has a verdict and says by what", () => {
  for (const row of requirements) {
    const [, , , verdict = "", how = ""] = row;
    expect(row).toHaveLength(5);
    expect(verdicts, row[0]).toContain(verdict);
    expect(how, row[0]).not.toBe("");
  }
});

test("its numbers at the top are those of its rows", () => {
  const count = (rows: string[][]) => [
    ...verdicts.map((verdict) => String(rows.filter((row) => row[3] === verdict).length)),
    String(rows.length),
  ];
  for (const level of ["1", "2"])
    expect(rowsOf(new RegExp(`^level ${level}$`))).toEqual([
      [`level ${level}`, ...count(requirements.filter((row) => row[1] === level))],
    ]);
  expect(rowsOf(/^both$/)).toEqual([["both", ...count(requirements)]]);
});

test("its links to parts of it lead there", () => {
  const parts = [...text.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  const named = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, part]) => part);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((part) => !parts.includes(part ?? ""))).toEqual([]);
});
