import { expect, test } from "vitest";
import { loadSpokenKana, misread, readList } from "#test/spoken-readings.ts";

test("the local engine says the whole list rightly", async () => {
  const say = await loadSpokenKana();
  const readings = readList("hard-readings.tsv");
  expect(readings.length).toBeGreaterThan(800);
  const wrong = readings.flatMap((reading) => {
    const said = misread(reading, say(reading.text));
    return said === null ? [] : [`${reading.group}: ${reading.text} is read ${said}, not ${reading.kana}`];
  });
  expect(wrong).toEqual([]);
});
