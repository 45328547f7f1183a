import type { SpeechEngine } from "#app/engines/speech/speech-engine.ts";

/** Speaks each turn as a tone of its voice, in no time. `hertz`: by the voices' ids; the first two are those of A and B. */
export function toneEngine(o: {
  hertz: Record<string, number>;
  /** At normal speed. */
  seconds: number;
  sampleRate: number;
}): SpeechEngine & { calls: { voice: string; speakingRate: number }[] } {
  const { hertz, seconds, sampleRate } = o;
  const ids = Object.keys(hertz);
  const [A = "", B = A] = ids;
  const calls: { voice: string; speakingRate: number }[] = [];
  return {
    calls,
    name: "tones",
    voices: ids.map((id) => ({ id, name: id })),
    defaultVoices: { A, B },
    sampleRate,
    async speak(turns, { speakingRate, voices }) {
      const voice = voices?.A ?? A;
      calls.push({ voice, speakingRate });
      const length = Math.round((seconds * sampleRate) / speakingRate);
      const step = (2 * Math.PI * (hertz[voice] ?? 0)) / sampleRate;
      return turns.map(() => Float32Array.from({ length }, (_, n) => 0.2 * Math.sin(step * n)));
    },
  };
}
