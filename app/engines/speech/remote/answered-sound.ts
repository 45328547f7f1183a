import { setImmediate } from "node:timers/promises";
import { mixDown, RefusedAudio } from "#app/engines/audio/conversion/audio-source.ts";
import { readWav } from "#app/engines/audio/conversion/read-wav.ts";
import { RateConverter } from "#app/engines/audio/rate-converter.ts";
import { wavOfPcm } from "#app/engines/speech/wav-file.ts";

const [minSampleRate, maxSampleRate] = [8000, 192_000];
const bareSampleRate = 24_000;
const audible = 0.001;

/** WAV, also from bare 16-bit samples (`audio/L16;codec=pcm;rate=24000`, any case), low byte first, unlike RFC 2586. */
export function wavOfAnswer(bytes: Uint8Array, type: string | null | undefined): Uint8Array {
  const [name = "", ...parameters] = (type ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (name !== "audio/l16" && name !== "audio/pcm") return bytes;
  const numberOf = (parameter: string, otherwise: number) => {
    const [, value] =
      parameters.map((part) => part.split(/\s*=\s*/)).find(([key]) => key === parameter) ?? [];
    return value === undefined ? otherwise : Number(/^"?(\d{1,6})"?$/.exec(value)?.[1] ?? 0);
  };
  const [rate, channels] = [numberOf("rate", bareSampleRate), numberOf("channels", 1)];
  // Impossible numbers: better no sound than a wrong speed.
  return channels > 32 ? bytes : wavOfPcm(bytes, rate, channels);
}

/**
 * Mono at `sampleRate` from any WAV; yields to the event loop. Rejects with `RangeError` unless audible and at most
 * `maxSeconds`.
 */
export async function readSound(
  wav: Uint8Array,
  { sampleRate, maxSeconds }: { sampleRate: number; maxSeconds: number },
): Promise<Float32Array> {
  const file = {
    size: wav.length,
    read: async (at: number, length: number) => new Uint8Array(wav.subarray(at, at + length)),
  };
  const parts: Float32Array[] = [];
  let converter: RateConverter | undefined;
  let seconds = 0;
  try {
    if (Buffer.from(wav.subarray(0, 4)).toString("latin1") !== "RIFF") throw new RefusedAudio("unreadable");
    for await (const { channels, sampleRate: from } of readWav(file, 0, { isWhole: true })) {
      if (from < minSampleRate || from > maxSampleRate) throw new RangeError(`sound of ${from} Hz`);
      converter ??= new RateConverter({ from, to: sampleRate });
      seconds += (channels[0]?.length ?? 0) / from;
      if (seconds > maxSeconds) throw new RangeError(`sound of over ${Math.round(maxSeconds)} seconds`);
      parts.push(converter.push(mixDown(channels)));
      await setImmediate();
    }
  } catch (error) {
    if (error instanceof RefusedAudio) throw new RangeError(`no WAV file (${error.reason})`);
    throw error;
  }
  if (converter) parts.push(converter.flush());
  // The converter ends a few samples late.
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  let at = 0;
  for (const part of parts) {
    samples.set(part.subarray(0, samples.length - at), at);
    at = Math.min(samples.length, at + part.length);
  }
  if (!samples.some((sample) => Math.abs(sample) > audible)) throw new RangeError("silence");
  return samples;
}
