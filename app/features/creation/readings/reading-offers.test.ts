import { expect, test } from "vitest";
import { findNewReadings, offersQuery, parseOffers } from "./reading-offers.ts";

test.each([
  ["A: この橋は古い。", "A: このはしは古い。", [["橋", "ハシ", null]]],
  ["A: 歯は痛い。", "A: はは痛い。", [["歯", "ハ", null]]],
  ["A: 魚を食べる。", "A: 魚をたべる。", [["食べる", "タベル", null]]],
  ["A: NVIDIAの話。", "A: エヌビディアの話。", [["NVIDIA", "エヌビディア", null]]],
  [
    "A: この橋。\nB: 山道。",
    "A: この｜橋《ハシ2》。\nB: やまみち。",
    [
      ["山道", "ヤマミチ", null],
      ["橋", "ハシ", 2],
    ],
  ],
  ["A: この｜橋《ハシ2》。", "A: この｜橋《キョウ》。", [["橋", "キョウ", null]]],
  ["A: はい。\nB: 橋。", "A: ｜橋《ハシ》。", [["橋", "ハシ", null]]],
  // Nothing is read otherwise.
  ["A: この｜橋《ハシ2》は古い。", "A: この｜橋《ハシ2》は新しい。", []],
  ["A: この橋は古い。", "A: あのはしは、新しい。", []],
  ["A: この橋は古い。", "A: この橋はとても古い。", []],
  ["A: この橋は古い。", "A: は古い。", []],
  ["A: はしは古い。", "A: ハシは古い。", []],
])("%j, read as %j", (before, after, offers) => {
  const found = findNewReadings(before, after);
  expect(found.map(({ word, reading, accent }) => [word, reading, accent])).toEqual(offers);
  expect(parseOffers(new URLSearchParams(offersQuery(found)))).toEqual(found);
});

test("an address offers three readings at most, in kana", () => {
  const query = new URLSearchParams(
    ["橋:ハシ:2", "端:橋:", "x", "箸:ハシ:1", "端:ハシ:0"].map((read) => ["read", read]),
  );
  expect(parseOffers(query)).toEqual([{ word: "橋", reading: "ハシ", accent: 2 }]);
});
