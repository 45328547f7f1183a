import { expect, test } from "vitest";
import { indexReadings } from "./apply-readings.ts";
import { findDoubtful } from "./find-doubtful.ts";

test("Latin words, numbers with marks, names and homographs are shown with what is said, settled words are not", () => {
  const text = "NVIDIAは1/2、80km/h。新垣結衣さんと神無月さんは料理が上手。辛いカレーとMugen。人気のない道。";
  const settled = indexReadings([{ word: "mugen", reading: "ムゲン" }]);
  expect(findDoubtful(text, settled)).toEqual([
    { word: "新垣結衣", said: "アラガキユイ" },
    { word: "NVIDIA", said: "エヌビディア" },
    { word: "1/2", said: "ニブンノイチ" },
    { word: "80km/h", said: null },
    { word: "神無月", said: null },
    { word: "上手", said: null },
    { word: "辛い", said: "カライ" },
    { word: "人気", said: "ヒトケ" },
  ]);
});
