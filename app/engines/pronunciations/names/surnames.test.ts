import { expect, test } from "vitest";
import { readSurnames } from "./surnames.ts";

test.each([
  ["社長の金子が話す。", "社長のカネコが話す。"],
  ["根本さんと根本から直す人。", "ネモトさんと根本から直す人。"],
  ["平野は語った。平野は広い。", "ヒラノは語った。平野は広い。"],
  ["田中家の墓。政治家の家。", "タナカケの墓。政治家の家。"],
  ["小谷に聞く。", "コタニに聞く。"],
  ["大小谷に聞く。", "大小谷に聞く。"],
])("%s", (text, read) => {
  expect(readSurnames(text)).toBe(read);
});
