import { constants } from "node:fs";
import { access, open } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SpeechVoice, VoicePair } from "./speech-engine.ts";

/** Configured paths; without one, the usual folders are searched. */
export interface OpenJtalkPaths {
  /** `OPEN_JTALK_PROGRAM` */
  program?: string | undefined;
  /** `OPEN_JTALK_DICTIONARY`: the folder with `sys.dic`. */
  dictionary?: string | undefined;
  /** `OPEN_JTALK_VOICE_A`, an `.htsvoice` file. */
  voiceA?: string | undefined;
  /** `OPEN_JTALK_VOICE_B` */
  voiceB?: string | undefined;
}

/** A complete installation: paths of files that exist. */
export interface OpenJtalkInstallation {
  program: string;
  dictionary: string;
  voices: readonly HtsVoice[];
  defaultVoices: VoicePair;
  /** Samples per second of all voices. */
  sampleRate: number;
}

/** A voice file with the way it is used. */
export interface HtsVoice extends SpeechVoice {
  file: string;
  /** Added to its pitch. */
  halfTones: number;
  /** Warps the spectrum, so that it sounds of a longer (above the file's own 0.55) or shorter throat; undefined leaves it. */
  allPass?: number;
  /** The most morae that it can speak without a pause. */
  maxMorae: number;
  /**
   * To this power the program is asked for a rate: it makes the whole recording shorter or longer, and silence by more than the voice.
   * Measured at 0.5 to 2, so that the voice is right within 8 %.
   */
  rateExponent: number;
}

const mei = {
  file: "mei_normal.htsvoice",
  gender: "female",
  maxMorae: Number.POSITIVE_INFINITY,
  rateExponent: 1.15,
} as const;
/** It speaks what is farther from the last pause four times too slowly. */
const nitech = {
  file: "nitech_jp_atr503_m001.htsvoice",
  gender: "male",
  maxMorae: 24,
  rateExponent: 1.25,
} as const;

/**
 * The voices that are shipped: three recordings, at pitches and with throats that make seven people of them. Unchanged, Mei speaks
 * at a median of 350 Hz, like a child; four half tones lower, at 275, like a woman.
 */
const bundledVoices: readonly HtsVoice[] = [
  { id: "mei", name: "女性・落ち着いた声", ...mei, halfTones: -4.4 },
  { id: "nitech", name: "男性・落ち着いた声", ...nitech, halfTones: 0 },
  { id: "mei-happy", name: "女性・明るい声", ...mei, file: "mei_happy.htsvoice", halfTones: -5 },
  { id: "mei-low", name: "女性・低めの声", ...mei, halfTones: -8, allPass: 0.58 },
  { id: "mei-child", name: "子どものような声", ...mei, halfTones: 0, allPass: 0.5 },
  { id: "nitech-young", name: "男性・若い声", ...nitech, halfTones: 5, allPass: 0.5 },
  { id: "nitech-low", name: "男性・低い声", ...nitech, halfTones: -4, allPass: 0.59 },
];
const defaultVoices: VoicePair = { A: "mei", B: "nitech" };

// Debian and Ubuntu, Homebrew (Apple silicon, Intel), MacPorts, a build from source.
const programFolders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"];
const dictionaryFolders = [
  "/var/lib/mecab/dic/open-jtalk/naist-jdic",
  "/opt/homebrew/opt/open-jtalk/dic",
  "/usr/local/opt/open-jtalk/dic",
  "/opt/local/lib/open_jtalk/dic",
  "/usr/local/dic",
  "/usr/share/open-jtalk/dic",
];
const voicesFolder = join("app", "engines", "speech", "voices");

/**
 * Finds Open JTalk, its dictionary and its voices: the configured ones first, then those that are shipped and have the same
 * sample rate. `undefined` when the program or a dictionary is not installed. Throws when a configured path is wrong or both
 * speakers' voices differ in their sample rate.
 */
export async function findOpenJtalk(paths: OpenJtalkPaths): Promise<OpenJtalkInstallation | undefined> {
  const program = await findProgram(paths.program);
  const dictionary = await findDictionary(paths.dictionary);
  if (!program || !dictionary) return undefined;
  const shipped = await Promise.all(
    bundledVoices.map(async (voice) => ({ ...voice, file: await findVoice(voice.file) })),
  );
  const configured: HtsVoice[] = [
    ...(paths.voiceA ? [configuredVoice("A", paths.voiceA)] : []),
    ...(paths.voiceB ? [configuredVoice("B", paths.voiceB)] : []),
  ];
  const rates = new Map<string, number>();
  for (const { file } of [...configured, ...shipped])
    if (!rates.has(file)) rates.set(file, await voiceSampleRate(file));
  const all = [...configured, ...shipped];
  const ofSpeaker = (id: string) => all.find((voice) => voice.id === id)?.file ?? "";
  const chosen: VoicePair = {
    A: paths.voiceA ? "configured-a" : defaultVoices.A,
    B: paths.voiceB ? "configured-b" : defaultVoices.B,
  };
  const [fileA, fileB] = [ofSpeaker(chosen.A), ofSpeaker(chosen.B)];
  const sampleRate = rates.get(fileA) ?? 0;
  if (rates.get(fileB) !== sampleRate) {
    throw new Error(
      `the two voices of Open JTalk must have one sampling frequency: ${fileA} has ${sampleRate}, ${fileB} ${rates.get(fileB)}`,
    );
  }
  const voices = all.filter(({ file }) => rates.get(file) === sampleRate);
  return { program, dictionary, voices, defaultVoices: chosen, sampleRate };
}

function configuredVoice(speaker: "A" | "B", file: string): HtsVoice {
  return {
    id: `configured-${speaker.toLowerCase()}`,
    name: `このサイトの声${speaker}`,
    file,
    halfTones: 0,
    maxMorae: Number.POSITIVE_INFINITY,
    rateExponent: mei.rateExponent,
  };
}

async function findProgram(configured: string | undefined): Promise<string | undefined> {
  if (configured) {
    if (await isReadable(configured, constants.X_OK)) return configured;
    throw new Error(`OPEN_JTALK_PROGRAM is not an executable file: ${configured}`);
  }
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/")),
    ...programFolders,
  ];
  return firstReadable(
    folders.map((folder) => join(folder, "open_jtalk")),
    constants.X_OK,
  );
}

async function findDictionary(configured: string | undefined): Promise<string | undefined> {
  if (configured) {
    if (await isReadable(join(configured, "sys.dic"))) return configured;
    throw new Error(`OPEN_JTALK_DICTIONARY is not a dictionary folder (no sys.dic in it): ${configured}`);
  }
  const found = await firstReadable(dictionaryFolders.map((folder) => join(folder, "sys.dic")));
  return found && dirname(found);
}

/** A bundled voice: searched from this module's folder upwards (source or `build/server/`), then from the working directory. */
async function findVoice(file: string): Promise<string> {
  const candidates = [dirname(fileURLToPath(import.meta.url)), process.cwd()].flatMap((start) =>
    ancestors(start).map((folder) => join(folder, voicesFolder, file)),
  );
  const found = await firstReadable(candidates);
  if (!found) throw new Error(`the voice ${file} is missing: ${voicesFolder} must be shipped beside build/`);
  return found;
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/** Reads the sample rate from the text header of an `.htsvoice` file. */
async function voiceSampleRate(voice: string): Promise<number> {
  const file = await open(voice).catch(() => {
    throw new Error(`the voice of Open JTalk can't be read: ${voice}`);
  });
  try {
    const head = Buffer.alloc(4096);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const rate = /SAMPLING_FREQUENCY:(\d+)/.exec(head.toString("latin1", 0, bytesRead))?.[1];
    if (!rate) throw new Error(`not a voice of Open JTalk (.htsvoice): ${voice}`);
    return Number(rate);
  } finally {
    await file.close();
  }
}

async function firstReadable(paths: readonly string[], mode?: number): Promise<string | undefined> {
  for (const path of paths) if (await isReadable(path, mode)) return path;
  return undefined;
}

async function isReadable(path: string, mode = constants.R_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
