import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isMeasured, maxMarks, normalizeUnicode } from "./normalize-unicode.ts";

test("marks after the thirtieth on one character are left out, whatever becomes a mark", () => {
  const many = `か${"\u0301".repeat(500)}${"\u0316".repeat(500)}き`;
  expect(normalizeUnicode(many, "NFC")).toBe(`か${"\u0301".repeat(maxMarks)}き`);
  const halfWidth = `カ${"\uFF9E\u0301".repeat(500)}`;
  expect(normalizeUnicode(halfWidth, "NFKC").length).toBeLessThanOrEqual(maxMarks + 1);
});

test("what people write stays as it is", () => {
  for (const text of ["か\u3099", "Việt Nam", "ﾊﾞﾝﾄﾞ", "नमस्ते", "ก็ำ", "👩‍👩‍👧‍👦", "각"])
    for (const form of ["NFC", "NFKC"] as const)
      expect(normalizeUnicode(text, form)).toBe(text.normalize(form));
});

test("a text is measured before it is normalized: by its length and by the marks on a character", () => {
  expect(isMeasured(`${" ".repeat(90)}${"か\u3099".repeat(50)}`, 50)).toBe(true);
  expect(isMeasured("a".repeat(50 * 8 + 201), 50)).toBe(false);
  expect(isMeasured(`a${"\u0301".repeat(maxMarks)}`, 50)).toBe(true);
  expect(isMeasured(`a${"\u0301".repeat(maxMarks + 1)}`, 50)).toBe(false);
});

test("nothing else of the program normalizes a text", () => {
  const files = globSync("{app,db,jobs}/**/*.{ts,tsx}", { exclude: ["**/*.test.ts", "**/*.test.tsx"] });
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((file) => /\.normalize\(/.test(readFileSync(file, "utf8")));
  expect(others, "the others call normalizeUnicode").toEqual(["app/lib/normalize-unicode.ts"]);
});
