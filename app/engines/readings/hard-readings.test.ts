import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOpenJtalk, type OpenJtalkInstallation } from "#app/engines/speech/find-open-jtalk.ts";
import { loadSpokenKana, misread, readList } from "#test/spoken-readings.ts";
import { loadKanaReader } from "./kana-reader.ts";
import { speakableText, splitForSpeech } from "./speakable-text.ts";

const readings = readList("hard-readings.tsv").map((reading) => ({
  ...reading,
  speakable: speakableText(reading.text),
}));
const installation = await findOpenJtalk({});

/** The texts that are read otherwise than the list says. */
function misreadTexts(spoken: readonly string[]): string[] {
  return readings.flatMap((reading, i) => {
    const said = misread(reading, spoken[i] ?? "");
    return said === null ? [] : [`${reading.group}: ${reading.text} is read ${said}, not ${reading.kana}`];
  });
}

test("the local engine says the whole list rightly", async () => {
  const say = await loadSpokenKana();
  expect(readings.length).toBeGreaterThan(800);
  expect(misreadTexts(readings.map(({ text }) => say(text)))).toEqual([]);
});

test("the bundled analyser reads the whole list rightly", async () => {
  const readKana = await loadKanaReader();
  expect(misreadTexts(readings.map(({ speakable }) => readKana(speakable)))).toEqual([]);
});

test.skipIf(!installation)("Open JTalk reads the whole list rightly", () => {
  if (!installation) return;
  const speakable = readings.map((reading) => reading.speakable);
  expect(misreadTexts(openJtalkKana(installation, speakable))).toEqual([]);
});

/** Lines of speakable text that Open JTalk analyses at once: its limit is 1,023 bytes a line. */
const maxBatchLength = 300;

/**
 * What Open JTalk says for each of the `texts`, output of `speakableText`: its pronunciation column, in katakana. One
 * process analyses many texts, as sentences of one line. With one sample per frame its speech costs nearly nothing.
 */
function openJtalkKana(installation: OpenJtalkInstallation, texts: readonly string[]): string[] {
  const kana: string[] = [];
  let batch: string[] = [];
  const flush = () => {
    if (batch.length > 0) kana.push(...analyse(installation, batch));
    batch = [];
  };
  for (const text of texts) {
    // What is empty would shift the others.
    const sentence = text.replace(/[。？！]+$/, "") || "ー";
    if (splitForSpeech(`${[...batch, sentence].join("。")}。`, maxBatchLength).length > 1) flush();
    batch.push(sentence);
  }
  flush();
  return kana;
}

function analyse(installation: OpenJtalkInstallation, sentences: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "mugen-readings-"));
  const trace = join(folder, "trace");
  try {
    execFileSync(
      installation.program,
      [
        "-x",
        installation.dictionary,
        "-m",
        installation.voices[0]?.file ?? "",
        "-r",
        "20",
        "-p",
        "1",
        "-ot",
        trace,
        "-ow",
        join(folder, "speech.wav"),
      ],
      {
        input: `${sentences.map((sentence) => `${sentence}。`).join("")}\n`,
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    const [analysis = ""] = readFileSync(trace, "utf8").split("[Output label]");
    const words = analysis
      .split("\n")
      .slice(1)
      .filter((line) => line !== "");
    const read = [""];
    for (const word of words) {
      const [surface, ...features] = word.split(",");
      if (surface === "。") read.push("");
      else read[read.length - 1] += features[8] ?? "";
    }
    return sentences.map((sentence) => read.splice(0, sentence.split("。").length).join(""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
