import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findOpenJtalk } from "#app/engines/speech/find-open-jtalk.ts";
import { loadKanaReader } from "./kana-reader.ts";
import { openJtalkKana, soundsOf } from "./read-as-spoken.ts";
import { speakableText } from "./speakable-text.ts";

/** Group, text, and what a careful announcer says, with `|` between ways that are all right. */
const readings = readFileSync(new URL("./hard-readings.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [group = "", text = "", kana = ""] = line.split("\t");
    return { group, text, kana: kana.split("|"), speakable: speakableText(text) };
  });
const installation = await findOpenJtalk({});

/** The texts that are read otherwise than the list says. */
function misread(spoken: readonly string[]): string[] {
  return readings.flatMap(({ group, text, kana }, i) => {
    const said = spoken[i] ?? "";
    const isRight = kana.some((right) => soundsOf(right) === soundsOf(said));
    return isRight ? [] : [`${group}: ${text} is read ${said}, not ${kana.join(" or ")}`];
  });
}

test("the bundled analyser reads the whole list rightly", async () => {
  const readKana = await loadKanaReader();
  expect(readings.length).toBeGreaterThan(800);
  expect(misread(readings.map(({ speakable }) => readKana(speakable)))).toEqual([]);
});

test.skipIf(!installation)("Open JTalk reads the whole list rightly", () => {
  if (!installation) return;
  const speakable = readings.map((reading) => reading.speakable);
  expect(misread(openJtalkKana(installation, speakable))).toEqual([]);
});
