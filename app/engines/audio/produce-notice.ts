import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import type { SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { id3Length } from "#app/lib/id3-tag.ts";
import { readFrameHeader } from "#app/lib/mp3-frames.ts";
import { noticeFrames, noticeMs } from "#app/lib/notice-length.ts";
import { aiNoteTurn } from "./ai-provenance.ts";
import { produceAudio } from "./produce-audio.ts";
import { RateConverter } from "./rate-converter.ts";
import { splitTurns } from "./split-turns.ts";

interface ProducedNotice {
  /** In every format that a generated track can have, without tags: each has `noticeFrames` frames. */
  files: { kbps: number; sampleRate: number; isMono: boolean; bytes: Uint8Array }[];
  /** When it is said, in ms. */
  startMs: number;
  endMs: number;
}

const sampleRate = 48_000;
/** Less would sound like the beginning of the script. */
const minPauseMs = 450;
const maxEndMs = noticeMs - minPauseMs;
const maxRate = 2;

/**
 * Speaks the AI notice once and encodes it so that its frames can precede those of a track with the same voice: faster where the
 * voice is too slow, then silence up to the fixed length. Throws `RangeError` for a voice that is slower still, and as the engine.
 */
export async function produceNotice(o: {
  engine: SpeechEngine;
  voiceId: string;
  access: ProviderAccess;
  signal: AbortSignal;
}): Promise<ProducedNotice> {
  for (let speakingRate = 1; ; ) {
    const spoken = await speak(o, speakingRate);
    const mono = await produce(spoken, o.signal, false);
    const [cue] = mono.cues;
    const endMs = mono.cues.at(-1)?.endMs ?? 0;
    if (!cue) throw new RangeError("the notice has no words");
    if (endMs <= maxEndMs) {
      const stereo = await produce(spoken, o.signal, true);
      const files = [...mono.renditions, ...stereo.renditions].map(({ kbps, sampleRate, bytes }, index) => ({
        kbps,
        sampleRate,
        isMono: index < mono.renditions.length,
        bytes: atFixedLength(bytes),
      }));
      return { files, startMs: cue.startMs, endMs };
    }
    if (speakingRate === maxRate) throw new RangeError(`the notice takes ${endMs} ms in ${o.voiceId}`);
    speakingRate = Math.min(maxRate, (speakingRate * endMs * 1.03) / maxEndMs);
  }
}

/** At 48 kHz whatever the engine has, since tracks of another engine may begin with it. */
async function speak(
  { engine, voiceId, access, signal }: Parameters<typeof produceNotice>[0],
  speakingRate: number,
): Promise<Float32Array> {
  const voices = { A: voiceId, B: engine.defaultVoices.B };
  const turns = splitTurns([aiNoteTurn]);
  const [samples = new Float32Array()] = await engine.speak(turns, { speakingRate, voices, access, signal });
  if (engine.sampleRate === sampleRate) return samples;
  const converter = new RateConverter({ from: engine.sampleRate, to: sampleRate });
  const [first, rest] = [converter.push(samples), converter.flush()];
  const converted = new Float32Array(first.length + rest.length);
  converted.set(first);
  converted.set(rest, first.length);
  return converted;
}

/** The mixing hands its samples over to a thread, so each mix gets a copy. */
const produce = (spoken: Float32Array, signal: AbortSignal, isStereo: boolean) =>
  produceAudio({
    turns: [aiNoteTurn],
    speakingRate: 1,
    engine: {
      name: "spoken",
      voices: [],
      defaultVoices: { A: "", B: "" },
      sampleRate,
      speak: async () => [spoken.slice()],
    },
    isStereo,
    signal,
  });

/**
 * The frames without the tag, as many as `noticeFrames`. What is cut off is silence; an added frame has a header and no sound (side
 * information of zeros), which takes nothing from the frames around it.
 */
function atFixedLength(file: Uint8Array): Uint8Array {
  const start = id3Length(file);
  const header = readFrameHeader(file, start);
  if (!header) throw new Error("the encoded notice begins with no frame");
  const bytes = new Uint8Array(noticeFrames * header.bytes);
  bytes.set(file.subarray(start, start + bytes.length));
  for (let at = Math.min(bytes.length, file.length - start); at < bytes.length; at += header.bytes)
    bytes.set(file.subarray(start, start + 4), at);
  return bytes;
}
