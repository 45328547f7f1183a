import { expect, test, vi } from "vitest";
import * as choice from "#app/engines/speech/choose-speech-engine.ts";
import * as samples from "#app/engines/speech/speak-sample.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findVoiceOptions, findVoiceSample } from "./voice-sample.server.ts";

// isolated: has voices of its own.
// on one database: samples are files, of which no row tells
withDatabase();

const spoken: string[] = [];
let isBroken = false;
vi.spyOn(choice, "speechEngine").mockResolvedValue({
  name: "test",
  sampleRate: 24_000,
  voices: [
    { id: "1", name: "ひとつめ" },
    { id: "2", name: "ふたつめ" },
  ],
  defaultVoices: { A: "1", B: "2" },
  speak: () => Promise.reject(new Error("only samples are spoken here")),
});
vi.spyOn(samples, "speakSample").mockImplementation(async ({ voiceId }) => {
  spoken.push(voiceId);
  if (isBroken) throw new Error("no voice today");
  return new TextEncoder().encode(`sample of ${voiceId}`);
});

test("a sample is spoken once, however many ask, and kept; only voices of the list are spoken", async () => {
  const viewer = await addMember();
  const found = await Promise.all([1, 2, 3].map(() => findVoiceSample({ viewer, voiceId: "1" })));
  found.push(await findVoiceSample({ viewer, voiceId: "1" }));
  expect(spoken).toEqual(["1"]);
  expect(new Set(found.map(({ key, hash, bytes }) => `${key} ${hash} ${bytes}`)).size).toBe(1);
  const stored = await audioStorage().readBytes(found[0]?.key ?? "");
  expect(new TextDecoder().decode(stored ?? undefined)).toBe("sample of 1");
  const options = await findVoiceOptions();
  expect(options?.voices[0]?.samplePath).toBe(`/api/voices/1/sample?v=${found[0]?.hash}`);
  await expect(findVoiceSample({ viewer, voiceId: "3" })).rejects.toBeInstanceOf(NotFound);
});

test("a sample that could not be spoken is tried again", async () => {
  const viewer = await addMember();
  isBroken = true;
  await expect(findVoiceSample({ viewer, voiceId: "2" })).rejects.toThrow("no voice today");
  isBroken = false;
  expect((await findVoiceSample({ viewer, voiceId: "2" })).bytes).toBe(11);
});
