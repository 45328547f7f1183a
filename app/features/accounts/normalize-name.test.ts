import { expect, test } from "vitest";
import { normalizeName } from "./normalize-name.ts";

test.each([
  ["夜野 かなで", "夜野 かなで"],
  [" 夜野\u3000 \t\nかなで ", "夜野 かなで"],
  ["か\u3099く", "がく"],
  ["a\u202Enimda", "animda"],
  ["\u2067夜\u2069\u200F", "夜"],
  ["Mu\u200Bg\u00ADe\uFEFFn\u2060", "Mugen"],
  ["夜 \u200B \u200D 野", "夜 野"],
  ["夜\0の\u0007", "夜の"],
  ["👩\u200D👩\u200D👧\u200D👦 かぞく", "👩\u200D👩\u200D👧\u200D👦 かぞく"],
  ["👩🏽\u200D🚀❤\uFE0F\u200D🔥", "👩🏽\u200D🚀❤\uFE0F\u200D🔥"],
  [
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}1\uFE0F\u20E3",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}1\uFE0F\u20E3",
  ],
  ["葛\u{E0100}城", "葛\u{E0100}城"],
  ["夜\u200D野\uFE0F\u{E0061}", "夜野"],
  ["👩\u200D", "👩"],
  ["مرحبا", "مرحبا"],
  ["\u200B\u200E\u2063", ""],
  ["\u3164\u115F\uFFA0", ""],
  ["\u2800 \u2800", ""],
  ["\u0301", ""],
  ["", ""],
])("%j becomes %j", (typed, stored) => {
  expect(normalizeName(typed)).toBe(stored);
});
