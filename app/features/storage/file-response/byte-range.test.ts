import { expect, test } from "vitest";
import { type ParsedRange, parseRange } from "./byte-range.ts";

const whole: ParsedRange = { kind: "whole" };
const unsatisfiable: ParsedRange = { kind: "unsatisfiable" };
const part = (start: number, end: number, isOpen = false): ParsedRange => ({
  kind: "part",
  start,
  end,
  isOpen,
});

// More headers are in request-cases.ts.
test.each<[string | null, number, ParsedRange]>([
  [null, 100, whole],
  ["bytes=0-", 0, unsatisfiable],
  ["bytes=-1", 0, whole],
  ["bytes=-0", 0, unsatisfiable],
  ["bytes=0-0", 1, part(0, 0)],
  ["bytes=0-", 1, part(0, 0, true)],
  ["bytes=40-", 100, part(40, 99, true)],
  ["bytes=40-,50-60", 100, part(40, 99)],
  ["bytes=1-", 1, unsatisfiable],
  ["bytes=-1", 1, part(0, 0)],
  ["bytes=00000000000000000000000001-0000002", 100, part(1, 2)],
  ["bytes=9007199254740993-9007199254740992", 100, whole],
  ["bytes=9007199254740992-9007199254740993", 100, unsatisfiable],
  ["bytes=0-9007199254740993", 100, part(0, 99)],
  [`bytes=0-${"9".repeat(300)}`, 100, part(0, 99)],
  [`bytes=${"9".repeat(300)}-`, 100, unsatisfiable],
  [`bytes=0-${"9".repeat(500)}`, 100, whole],
  [`bytes=${Array.from({ length: 60 }, (_, index) => `${index}-${index}`).join(",")}`, 100, part(0, 59)],
  [`bytes=${Array.from({ length: 5000 }, () => "0-").join(",")}`, 100, whole],
])("%s of %i bytes", (header, size, answer) => {
  expect(parseRange(header, size)).toEqual(answer);
});
