import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import {
  type SpeechServer,
  type SpeechTrouble,
  startGeminiSpeech,
  startOpenaiSpeech,
  startVoicevox,
} from "#test/servers/speech/speech-server.ts";
import { creditOf, type SpeechEngine } from "../speech-engine.ts";
import { createGeminiSpeechService } from "./gemini-speech.ts";
import { createOpenaiSpeechService } from "./openai-speech.ts";
import { createRemoteSpeechEngine } from "./remote-speech-engine.ts";
import { createVoicevoxService } from "./voicevox.ts";

withDatabase();

const voices = [
  { id: "2", name: "四国めたん" },
  { id: "3", name: "ずんだもん" },
  { id: "0", name: "四国めたん", style: "あまあま" },
];

const services = [
  {
    name: "voicevox",
    start: startVoicevox,
    open: ({ url }: SpeechServer) => createVoicevoxService({ baseUrl: url, creditName: "VOICEVOX", voices }),
  },
  {
    name: "openai",
    start: startOpenaiSpeech,
    open: ({ url, apiKey }: SpeechServer) =>
      createOpenaiSpeechService({ apiKey, baseUrl: url, model: "test-speech", voices }),
  },
  ...[false, true].map((isBare) => ({
    name: isBare ? "gemini with bare samples" : "gemini",
    start: () => startGeminiSpeech({ isBare }),
    open: ({ url, apiKey }: SpeechServer) =>
      createGeminiSpeechService({ apiKey, baseUrl: url, model: "gemini-test-tts", voices }),
  })),
];

describe.each(services)("$name", ({ name, start, open }) => {
  let server: SpeechServer;
  let engine: SpeechEngine;
  beforeEach(async () => {
    server = await start();
    // A circuit and budgets of its own for each test.
    const service = { ...open(server), engine: `${name}-${crypto.randomUUID().slice(0, 8)}` };
    engine = createRemoteSpeechEngine(service, { delaysMs: [1, 1] });
  });
  afterEach(() => server.close());

  const turns = [
    { speaker: "A", text: "今日は良い天気です。" },
    { speaker: "B", text: "😀" },
    { speaker: "B", text: "そうですね。<b>散歩</b>に行きましょう。" },
  ] as const;
  const speak = (signal = new AbortController().signal, speakingRate = 1) =>
    engine.speak(turns, { speakingRate, signal });

  test("each turn in its speaker's voice at the asked rate; what can't be spoken is not sent", async () => {
    const progress: number[] = [];
    const spoken = await engine.speak(turns, {
      speakingRate: 2,
      signal: new AbortController().signal,
      onTurn: (done) => progress.push(done),
    });
    expect(server.spoken.toSorted((one, other) => one.voice.localeCompare(other.voice))).toMatchObject([
      { text: "今日は良い天気です。", voice: "2", speakingRate: 2 },
      { text: "そうですね。散歩 に行きましょう。", voice: "3", speakingRate: 2 },
    ]);
    expect(spoken.map(({ length }) => length / engine.sampleRate)).toEqual([
      expect.closeTo(0.25, 2),
      expect.closeTo(0.3, 2),
      expect.closeTo((0.05 * "そうですね。散歩 に行きましょう。".length) / 2, 2),
    ]);
    expect(progress).toEqual([1, 2, 3]);
  });

  test("chosen voices speak; an unknown one gives way to the speaker's own; those that speak are credited", async () => {
    const { signal } = new AbortController();
    const chosen = { A: "0", B: "99" };
    await engine.speak(turns, { speakingRate: 1, voices: chosen, signal });
    expect(server.spoken.map(({ voice }) => voice).sort()).toEqual(["0", "3"]);
    expect(engine.voices.map((voice) => voice.name)).toEqual([
      "四国めたん",
      "ずんだもん",
      "四国めたん（あまあま）",
    ]);
    const isCredited = name === "voicevox";
    const speakers = ["A", "B", "A"] as const;
    const credit = "VOICEVOX:四国めたん、VOICEVOX:ずんだもん";
    expect(creditOf(engine, { voices: chosen, speakers })).toBe(isCredited ? credit : undefined);
    const alone = creditOf(engine, { voices: null, speakers: ["B"] });
    expect(alone).toBe(isCredited ? "VOICEVOX:ずんだもん" : undefined);
  });

  test("what may pass is tried again, twice, at the time that the service names", async () => {
    const line = [{ speaker: "A", text: "今日は良い天気です。" }] as const;
    const { signal } = new AbortController();
    const pairs: SpeechTrouble[][] = [
      [{ status: 429, headers: { "Retry-After": "0" } }, { status: 503 }],
      ["cut", "cut-in-answer"],
    ];
    for (const troubles of pairs) {
      server.troubles.push(...troubles);
      expect(await engine.speak(line, { speakingRate: 1, signal })).toHaveLength(1);
      expect(server.troubles).toEqual([]);
    }
    server.troubles.push("cut", "cut", "cut");
    await expect(engine.speak(line, { speakingRate: 1, signal })).rejects.toMatchObject({
      failure: "unavailable",
    });
  });

  test.each([
    { trouble: { status: 401 }, failure: "credentials" },
    { trouble: { status: 400 }, failure: "rejected" },
    { trouble: "not-wav", failure: "unusable" },
    { trouble: "other-rate", failure: "unusable" },
    { trouble: "silence", failure: "unusable" },
    { trouble: { status: 429, headers: { "Retry-After": "600" } }, failure: "rate-limited" },
  ] as const)("$trouble is not tried again, and no key is told", async ({ trouble, failure }) => {
    server.troubles.push(trouble);
    const error: unknown = await speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure });
    if (server.apiKey) expect(String(error)).not.toContain(server.apiKey);
  });

  test("an abort ends the requests under way with its reason", async () => {
    server.troubles.push("hold", "hold");
    const controller = new AbortController();
    const speaking = speak(controller.signal);
    await server.held();
    controller.abort(new Error("stopped"));
    await expect(speaking).rejects.toThrow("stopped");
  });
});
