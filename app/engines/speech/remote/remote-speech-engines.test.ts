// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { creditOf, type SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { withDatabase } from "#test/database.ts";
import {
  pitchOf,
  type SpeechServer,
  type SpeechTrouble,
  startGeminiSpeech,
  startOpenaiSpeech,
  startVoicevox,
} from "#test/servers/speech/speech-server.ts";
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

const access = providerAccess({ userId: null, taskId: null });

const services = [
  {
    name: "voicevox",
    isVariant: false,
    start: startVoicevox,
    open: ({ url }: SpeechServer) => createVoicevoxService({ baseUrl: url, creditName: "VOICEVOX", voices }),
  },
  {
    name: "openai",
    isVariant: false,
    start: startOpenaiSpeech,
    open: ({ url, apiKey }: SpeechServer) =>
      createOpenaiSpeechService({ apiKey, baseUrl: url, model: "test-speech", voices }),
  },
  ...["", "audio/L16;codec=pcm", "AUDIO/l16; Codec=PCM"].map((bareType) => ({
    name: bareType ? `gemini with ${bareType}` : "gemini",
    isVariant: bareType !== "",
    start: () => startGeminiSpeech({ bareType }),
    open: ({ url, apiKey }: SpeechServer) =>
      createGeminiSpeechService({ apiKey, baseUrl: url, model: "gemini-test-tts", voices }),
  })),
];

describe.each(services)("$name", ({ name, isVariant, start, open }) => {
  let server: SpeechServer;
  let engine: SpeechEngine;
  beforeEach(async () => {
    server = await start();
    // A circuit and budgets of its own for each test.
    const service = { ...open(server), engine: `${name}-${crypto.randomUUID().slice(0, 8)}` };
    const remote = createRemoteSpeechEngine(service, { delaysMs: [1, 1] });
    engine = { ...remote, speak: (turns, o) => remote.speak(turns, { access, ...o }) };
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

  test.each([
    { trouble: { status: 401 }, failure: "credentials" },
    { trouble: { status: 400 }, failure: "rejected" },
    { trouble: "not-wav", failure: "unusable" },
    { trouble: "impossible-rate", failure: "unusable" },
    { trouble: "silence", failure: "unusable" },
    { trouble: { status: 429, headers: { "Retry-After": "600" } }, failure: "rate-limited" },
  ] as const)("$trouble is not tried again, and no key is told", async ({ trouble, failure }) => {
    server.troubles.push(trouble);
    const error: unknown = await speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure });
    if (server.apiKey) expect(String(error)).not.toContain(server.apiKey);
  });

  test.each(
    [22_050, 24_000, 44_100, 48_000].flatMap((sampleRate) =>
      ([1, 2] as const).map((channels) => ({ sampleRate, channels })),
    ),
  )("a service that speaks at $sampleRate Hz in $channels channels is heard alike", async (format) => {
    server.format = format;
    const line = [{ speaker: "A", text: "今日は良い天気です。" }] as const;
    const [samples = new Float32Array()] = await engine.speak(line, {
      speakingRate: 1,
      signal: new AbortController().signal,
    });
    expect(samples).toHaveLength(0.05 * 10 * engine.sampleRate);
    const wanted = samples.map(
      (_, at) => (8000 / 32_768) * Math.sin((2 * Math.PI * pitchOf("2") * at) / engine.sampleRate),
    );
    const inner = (sound: Float32Array) => rootMeanSquare(sound.subarray(200, -200));
    const error = samples.map((sample, at) => sample - (wanted[at] ?? 0));
    expect(20 * Math.log10(inner(error) / inner(wanted))).toBeLessThan(-60);
  });

  // The requests are the same, whatever the sound of the answers is called.
  if (isVariant) return;

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

  test("a huge answer is left after its limit, which the length of the text sets", async () => {
    server.troubles.push("huge");
    await expect(speak()).rejects.toMatchObject({
      failure: "unusable",
      message: expect.stringContaining("more than"),
    });
    expect(server.takenBytes()).toBeLessThan(16 * 1024 * 1024);
  });

  test("a redirect is not followed: its address gets no text", async () => {
    const other = await start();
    const path = name === "openai" ? "/audio/speech" : "/";
    server.troubles.push({ status: 307, headers: { Location: `${other.url}${path}` } });
    await expect(
      engine.speak([turns[0]], { speakingRate: 1, signal: new AbortController().signal }),
    ).rejects.toMatchObject({
      failure: "rejected",
      message: expect.stringContaining(new URL(other.url).host),
    });
    expect(other.spoken).toEqual([]);
    await other.close();
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
