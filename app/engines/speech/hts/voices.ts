import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SpeechVoice, VoicePair } from "#app/engines/speech/speech-engine.ts";
import { readVoiceFile, VoiceFileError } from "./voice-file.ts";

export interface VoiceStyle {
  /** Of one kind; weights add up to 1. */
  mix: readonly { file: string; weight: number }[];
  semitones: number;
  /** Around `centerHz`: 1 as recorded, less is calmer. */
  range: number;
  centerHz: number;
  /** All-pass constant: above 0.55 a longer throat, below a shorter one; default unchanged. */
  alpha?: number | undefined;
  pace: number;
  maxMorae: number;
}

export interface HtsVoice extends SpeechVoice {
  style: VoiceStyle;
}

const mei = {
  mix: [{ file: "mei_normal.htsvoice", weight: 1 }],
  centerHz: 340,
  semitones: 0,
  range: 1,
  pace: 1,
  maxMorae: Number.POSITIVE_INFINITY,
} satisfies VoiceStyle;
const meiHappy = {
  ...mei,
  mix: [{ file: "mei_happy.htsvoice", weight: 1 }],
  centerHz: 390,
} satisfies VoiceStyle;
/** Later morae come four times too slowly. */
const nitech = {
  ...mei,
  mix: [{ file: "nitech_jp_atr503_m001.htsvoice", weight: 1 }],
  centerHz: 125,
  maxMorae: 24,
} satisfies VoiceStyle;

/**
 * Seven people from three recordings by pitch, throat, range and pace. A test holds any two a quarter apart in pitch or 3 dB in
 * spectrum. Unchanged, Mei has a child's 350 Hz.
 */
const bundledVoices: readonly HtsVoice[] = [
  {
    id: "mei",
    name: "女性・落ち着いた声",
    gender: "female",
    style: { ...mei, semitones: -4.4 },
    formerIds: ["f2"],
  },
  { id: "nitech", name: "男性・落ち着いた声", gender: "male", style: nitech, formerIds: ["m3"] },
  {
    id: "mei-happy",
    name: "女性・明るい声",
    gender: "female",
    style: { ...meiHappy, semitones: -3.5, range: 1.1, pace: 1.05 },
    formerIds: ["f4"],
  },
  {
    id: "mei-low",
    name: "女性・低めの声",
    gender: "female",
    style: { ...mei, semitones: -8, alpha: 0.58, range: 0.9, pace: 0.96 },
  },
  {
    id: "mei-child",
    name: "子どものような声",
    gender: "female",
    style: { ...mei, alpha: 0.5, range: 1.15 },
  },
  {
    id: "nitech-young",
    name: "男性・若い声",
    gender: "male",
    style: { ...nitech, semitones: 5, alpha: 0.5, range: 1.15, pace: 1.06 },
  },
  {
    id: "nitech-low",
    name: "男性・低い声",
    gender: "male",
    style: { ...nitech, semitones: -4, alpha: 0.59, range: 0.9, pace: 0.95 },
    formerIds: ["m7"],
  },
];
const defaultVoices: VoicePair = { A: "mei", B: "nitech" };

/** An operator's own. */
export interface ConfiguredVoices {
  a?: string | undefined;
  b?: string | undefined;
}

const shippedSampleRate = 48_000;

/**
 * Configured voices, then shipped ones of the same rate, with paths. Rejects with `VoiceFileError` for an unusable file, or
 * different rates.
 */
export async function findVoices(
  configured: ConfiguredVoices,
): Promise<{ voices: HtsVoice[]; defaultVoices: VoicePair; sampleRate: number }> {
  const own = await Promise.all([
    configured.a === undefined ? [] : configuredVoice("A", configured.a),
    configured.b === undefined ? [] : configuredVoice("B", configured.b),
  ]);
  const [rateA, rateB] = own.map(([voice]) => voice?.sampleRate ?? shippedSampleRate);
  if (rateA !== rateB)
    throw new VoiceFileError(`the voices of A and B must have one sample rate, not ${rateA} and ${rateB}`);
  const sampleRate = rateA ?? shippedSampleRate;
  const shipped = sampleRate === shippedSampleRate ? await Promise.all(bundledVoices.map(withPaths)) : [];
  return {
    voices: [...own.flatMap((voices) => voices.map(({ voice }) => voice)), ...shipped],
    defaultVoices: {
      A: configured.a === undefined ? defaultVoices.A : "configured-a",
      B: configured.b === undefined ? defaultVoices.B : "configured-b",
    },
    sampleRate,
  };
}

async function configuredVoice(
  speaker: "A" | "B",
  file: string,
): Promise<{ voice: HtsVoice; sampleRate: number }[]> {
  const { sampleRate } = await readVoiceFile(file);
  const voice = {
    id: `configured-${speaker.toLowerCase()}`,
    name: `このサイトの声${speaker}`,
    style: { ...mei, mix: [{ file, weight: 1 }] },
  };
  return [{ voice, sampleRate }];
}

async function withPaths(voice: HtsVoice): Promise<HtsVoice> {
  const mix = await Promise.all(
    voice.style.mix.map(async ({ file, weight }) => ({ file: await findShipped(file), weight })),
  );
  return { ...voice, style: { ...voice.style, mix } };
}

const voicesFolder = join("app", "engines", "speech", "voices");

/** From this module's folder upwards (source or `build/server/`), then the working directory. */
async function findShipped(file: string): Promise<string> {
  for (const start of [dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (const folder of ancestors(start)) {
      const path = join(folder, voicesFolder, file);
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
  }
  throw new Error(`the voice ${file} is missing: ${voicesFolder} must be shipped beside build/`);
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
