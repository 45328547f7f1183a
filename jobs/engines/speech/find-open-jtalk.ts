import { constants } from "node:fs";
import { access, open } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Speaker } from "#app/features/tracks/script.ts";

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
  voices: Record<Speaker, Voice>;
  /** Samples per second of both voices. */
  sampleRate: number;
}

export interface Voice {
  file: string;
  /** Added to its pitch. */
  halfTones: number;
  /** The most morae that it can speak without a pause. */
  maxMorae: number;
}

/** The bundled voice of A speaks at a median of 350 Hz, like a child; four half tones lower, at 280, like a woman. */
const halfTonesOfBundledA = -4;
/** The bundled voice of B speaks what is farther from the last pause four times too slowly. */
const maxMoraeOfBundledB = 24;

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
const voicesFolder = join("jobs", "engines", "speech", "voices");

/**
 * Finds Open JTalk, its dictionary and the two bundled voices. `undefined` when the program or a dictionary is not
 * installed. Throws when a configured path is wrong or the voices differ in their sample rate.
 */
export async function findOpenJtalk(paths: OpenJtalkPaths): Promise<OpenJtalkInstallation | undefined> {
  const program = await findProgram(paths.program);
  const dictionary = await findDictionary(paths.dictionary);
  if (!program || !dictionary) return undefined;
  const voiceA = paths.voiceA || (await findVoice("mei_normal.htsvoice"));
  const voiceB = paths.voiceB || (await findVoice("nitech_jp_atr503_m001.htsvoice"));
  const voices = {
    A: {
      file: voiceA,
      halfTones: paths.voiceA ? 0 : halfTonesOfBundledA,
      maxMorae: Number.POSITIVE_INFINITY,
    },
    B: { file: voiceB, halfTones: 0, maxMorae: paths.voiceB ? Number.POSITIVE_INFINITY : maxMoraeOfBundledB },
  };
  const [sampleRate, sampleRateB] = [await voiceSampleRate(voiceA), await voiceSampleRate(voiceB)];
  if (sampleRate !== sampleRateB) {
    throw new Error(
      `the two voices of Open JTalk must have one sampling frequency: ${voiceA} has ${sampleRate}, ${voiceB} ${sampleRateB}`,
    );
  }
  return { program, dictionary, voices, sampleRate };
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
