// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { afterAll, beforeEach, expect, test } from "vitest";
import { readByEngine } from "#app/engines/speech/hts/propose-readings.ts";
import { setAccents } from "#app/engines/speech/set-accents.ts";
import { withReadings } from "#app/engines/speech/with-readings.ts";
import { withSpeechCache } from "#app/engines/speech/with-speech-cache.ts";
import { speechStore } from "#app/features/creation/server/speech-cache.server.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { savePronunciation } from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startVoicevox } from "#test/servers/speech/speech-server.ts";
import { createRemoteSpeechEngine } from "./remote-speech-engine.ts";
import { createVoicevoxService } from "./voicevox.ts";

withDatabase();

const server = await startVoicevox();
afterAll(() => server.close());
beforeEach(() => {
  server.spoken.length = 0;
});
const voices = [
  { id: "2", name: "四国めたん" },
  { id: "3", name: "ずんだもん" },
];
const engine = createRemoteSpeechEngine(
  createVoicevoxService({ baseUrl: server.url, creditName: "VOICEVOX", voices }),
);

async function say(userId: string, ...lines: string[]): Promise<(string | undefined)[]> {
  const speaking = withReadings(withSpeechCache(engine, speechStore(userId)), await findLexicon(userId));
  const { signal } = new AbortController();
  const turns = lines.map((text) => ({ speaker: "A" as const, text }));
  await speaking.speak(turns, { speakingRate: 1, signal, access: providerAccess({ userId, taskId: null }) });
  return server.spoken.map(({ kana }) => kana);
}

test("words of both dictionaries are spoken with their accents, the member's before the site's; others as ever", async () => {
  const viewer = await addMember();
  const { id: userId } = viewer;
  const own = { kind: "member" as const, viewer };
  const site = { kind: "site" as const, actor: { kind: "admin" as const, name: "admin" } };
  await savePronunciation({ owner: site, entry: { word: "宍粟", reading: "シソー", accent: 3 } });
  await savePronunciation({ owner: own, entry: { word: "宍粟", reading: "シソー", accent: 2 } });
  await savePronunciation({ owner: site, entry: { word: "匝瑳", reading: "ソーサ", accent: 0 } });
  await savePronunciation({ owner: own, entry: { word: "交野", reading: "カタノ", accent: null } });
  expect(await say(userId, "宍粟ニ。")).toEqual(["シソ'オニ"]);
  expect(await say(userId, "ソノ匝瑳ニ。")).toContain("ソ'ノ/ソオサニ");
  expect(await say(userId, "交野ニ。")).toContain("カ'タノニ");
  const { id: other } = await addMember();
  expect(await say(other, "宍粟ニ。")).toContain("シソオ'ニ");
  // What was spoken with another accent is not the same.
  server.spoken.length = 0;
  await savePronunciation({ owner: own, entry: { word: "宍粟", reading: "シソー", accent: 1 } });
  expect(await say(userId, "宍粟ニ。", "交野ニ。")).toEqual(["シ'ソオニ"]);
});

test("the engine says how it reads a word where it stands", async () => {
  const { readText } = engine;
  const signal = AbortSignal.timeout(5000);
  const read = (text: string) => readText?.({ text, voiceId: "2", signal }) ?? [];
  expect(await read("カタノニ、ソーサニ。")).toEqual([
    { morae: ["カ", "タ", "ノ", "ニ"], accent: 1 },
    { morae: ["ソ", "オ", "サ", "ニ"], accent: 1 },
  ]);
  const ofPlace = (before: string, word: string, after: string) =>
    readByEngine(async (text) => read(text), { before, word, after });
  expect(await ofPlace("", "カタノ", "ニ。")).toEqual({ reading: "カタノ", accent: 1 });
  // The fall lies before it.
  expect(await ofPlace("アノ", "カタノ", "ニ。")).toEqual({ reading: "カタノ", accent: 0 });
  await expect(readText?.({ text: "カタノ", voiceId: "9", signal })).rejects.toMatchObject({
    failure: "rejected",
  });
});

/** Phrases of katakana in VOICEVOX's notation, such as シ'ソオニ/イ'ク. */
interface TestPhrase {
  moras: { text: string }[];
  accent: number;
  pause_mora: { text: string } | null;
  is_interrogative: boolean;
}
const phrasesOf = (kana: string) =>
  kana.split("/").map((phrase): TestPhrase => {
    const moras = phrase.match(/[^'][ャュョ]?/g) ?? [];
    const fall = phrase.indexOf("'");
    return {
      moras: moras.map((text) => ({ text })),
      accent: fall < 0 ? moras.length : (phrase.slice(0, fall).match(/.[ャュョ]?/g)?.length ?? 0),
      pause_mora: null,
      is_interrogative: false,
    };
  });
const withoutEnd = (phrase: TestPhrase): TestPhrase => ({
  ...phrase,
  pause_mora: null,
  is_interrogative: false,
});
const kanaOf = (phrases: TestPhrase[] | null) =>
  phrases
    ?.map(({ moras, accent }) => {
      const texts = moras.map(({ text }) => text);
      return accent === texts.length ? texts.join("") : texts.toSpliced(accent, 0, "'").join("");
    })
    .join("/");

test.each([
  { name: "a long vowel", phrases: "シ'ソオニ", reading: "シソー", accent: 2, becomes: "シソ'オニ" },
  {
    name: "a word that was cut in two",
    phrases: "ショ'オ/ヘ'エワ",
    reading: "ショーヘー",
    accent: 1,
    becomes: "ショ'オヘエワ",
  },
  {
    name: "a flat word before one that falls",
    phrases: "シソオマ'デ",
    reading: "シソー",
    accent: 0,
    becomes: "シソオマ'デ",
  },
  { name: "a flat word that fell", phrases: "シ'ソオニ", reading: "シソー", accent: 0, becomes: "シソオニ" },
  {
    name: "a word within a phrase",
    phrases: "アカイハ'シ",
    reading: "ハシ",
    accent: 1,
    becomes: "アカイ/ハ'シ",
  },
  {
    name: "セイ is said セエ",
    phrases: "セ'ンセエワ",
    reading: "センセイ",
    accent: 3,
    becomes: "センセ'エワ",
  },
  {
    name: "the nearest of two",
    phrases: "ハシ'ノ/ハシ'デ",
    reading: "ハシ",
    accent: 1,
    place: 0.5,
    becomes: "ハシ'ノ/ハ'シデ",
  },
  {
    name: "a word that is not there",
    phrases: "カ'タノニ",
    reading: "シソー",
    accent: 1,
    becomes: undefined,
  },
])("$name", ({ phrases, reading, accent, place = 0, becomes }) => {
  const changed = setAccents(phrasesOf(phrases), [{ reading, accent, place }], withoutEnd);
  expect(kanaOf(changed)).toBe(becomes);
});

test("the pause and the question after a phrase stay where they were", () => {
  const pause = { text: "、" };
  const [phrase] = phrasesOf("アカイハ'シ");
  if (!phrase) throw new Error("no phrase");
  const asked = { ...phrase, pause_mora: pause, is_interrogative: true };
  expect(setAccents([asked], [{ reading: "ハシ", accent: 1, place: 0.5 }], withoutEnd)).toMatchObject([
    { pause_mora: null, is_interrogative: false },
    { pause_mora: pause, is_interrogative: true },
  ]);
});

test("a place's own reading and accent go before the dictionaries, and only there", async () => {
  const viewer = await addMember();
  const own = { kind: "member" as const, viewer };
  await savePronunciation({ owner: own, entry: { word: "宍粟", reading: "シソー", accent: 2 } });
  expect(await say(viewer.id, "｜宍粟《シソー1》ニ。", "宍粟ニ。")).toEqual(["シ'ソオニ", "シソ'オニ"]);
});
