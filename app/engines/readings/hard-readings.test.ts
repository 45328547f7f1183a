import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOpenJtalk, type OpenJtalkInstallation } from "#app/engines/speech/find-open-jtalk.ts";
import { loadKanaReader } from "./kana-reader.ts";
import { speakableText, splitForSpeech } from "./speakable-text.ts";

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

/**
 * Kana reduced to its sounds, so that spellings of one pronunciation are equal: long vowels as repeated vowels, おう and
 * えい as long ones, ヂヅヲ as ジズオ, no marks.
 */
function soundsOf(kana: string): string {
  const plain = kana
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/[^ァ-ヴー]/g, "")
    .replace(/ヂ/g, "ジ")
    .replace(/ヅ/g, "ズ")
    .replace(/ヲ/g, "オ")
    .replace(/ヴ([ァィェォ])/g, (_, vowel: string) => "バビベボ".charAt("ァィェォ".indexOf(vowel)))
    .replace(/ヴ/g, "ブ");
  let sounds = "";
  for (const letter of plain) {
    const vowel = vowelOf(sounds.at(-1) ?? "");
    if (letter === "ー") sounds += vowel;
    else if (letter === "ウ" && vowel === "オ") sounds += "オ";
    else if (letter === "イ" && vowel === "エ") sounds += "エ";
    else sounds += letter;
  }
  return sounds;
}

const vowelRows: Record<string, string> = {
  ア: "アカサタナハマヤラワガザダバパァャヮ",
  イ: "イキシチニヒミリギジビピィ",
  ウ: "ウクスツヌフムユルグズブプゥュ",
  エ: "エケセテネヘメレゲゼデベペェ",
  オ: "オコソトノホモヨロゴゾドボポォョ",
};

function vowelOf(letter: string): string {
  return Object.keys(vowelRows).find((vowel) => letter !== "" && vowelRows[vowel]?.includes(letter)) ?? "";
}
