import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import type { Speaker, Turn } from "#app/engines/script/script.ts";
import type { Mood } from "#app/engines/script/text-kind.ts";
import type { VoicePace } from "./voice-pace.ts";

export interface SpeechVoice {
  readonly id: string;
  readonly name: string;
  readonly gender?: "female" | "male" | undefined;
  /** Required by the voice's terms. */
  readonly credit?: string | undefined;
  /** Of discontinued voices that it replaces. */
  readonly formerIds?: readonly string[] | undefined;
}

export type VoicePair = Readonly<Record<Speaker, string>>;

export interface WordAccent {
  reading: string;
  /** The pitch falls after this mora; 0 if flat. */
  accent: number;
  /** Share of the line's characters (0–1). */
  place: number;
}

export interface ReadPhrase {
  morae: string[];
  accent: number;
}

/** How a text of some kind is spoken. */
export interface SpeakingManner {
  mood?: Mood | undefined;
  /** Except dates, as in news. */
  stressesFigures?: boolean | undefined;
}

/** The first sentence is highest, the last ends lowest. */
export interface ParagraphPlace {
  /** 0–2 for the first three, 3 for all others. */
  sentence: 0 | 1 | 2 | 3;
  isLast: boolean;
}

export interface SpokenTurn extends Turn {
  /** Only for engines with prosody. */
  place?: ParagraphPlace;
  accents?: readonly WordAccent[];
}

export interface SpeechEngine {
  readonly name: string;
  readonly voices: readonly SpeechVoice[];
  readonly defaultVoices: VoicePair;
  readonly sampleRate: number;
  /** Whether accents can be given; an engine without it gets readings alone. */
  readonly takesAccents?: boolean | undefined;
  /** Manner and place are heard; otherwise ignored, and no part of cache keys. */
  readonly takesProsody?: boolean | undefined;
  /** Undefined if unmeasured. */
  readonly paceOf?: ((voiceId: string, mood: Mood) => VoicePace | undefined) | undefined;
  /** Without sound; missing if the engine can't tell. Rejects with errors, and `signal.reason`. */
  readonly readText?:
    | ((o: { text: string; voiceId: string; signal: AbortSignal }) => Promise<ReadPhrase[]>)
    | undefined;
  /**
   * One mono buffer of −1…1 samples per turn, in order, each transferable. `speakingRate`: 0.5–2.0, same pitch. Unspeakable
   * text is a short silence; a broken engine throws. Rejects with `signal.reason` once processes, threads and temporary files
   * are gone.
   */
  speak(
    turns: readonly SpokenTurn[],
    o: {
      speakingRate: number;
      /** Unknown or missing ones are defaults. */
      voices?: VoicePair | undefined;
      manner?: SpeakingManner | undefined;
      signal: AbortSignal;
      access?: ProviderAccess | undefined;
      /** In any order. */
      onTurn?: (spoken: number, total: number) => void;
      /** Before `onTurn`; do not change or transfer. */
      onSpoken?: (index: number, samples: Float32Array) => void;
    },
  ): Promise<Float32Array[]>;
}

export const unspeakableSilenceSeconds = 0.3;

/** Finds a voice by its id or a former id. */
export function findVoice<Voice extends SpeechVoice>(
  voices: readonly Voice[],
  id: string,
): Voice | undefined {
  return voices.find((voice) => voice.id === id) ?? voices.find(({ formerIds }) => formerIds?.includes(id));
}

/** Unknown ones become defaults. */
export function resolveVoices<Voice extends SpeechVoice>(
  engine: { voices: readonly Voice[]; defaultVoices: VoicePair },
  chosen: VoicePair | null | undefined,
): Record<Speaker, Voice> {
  const find = (speaker: Speaker): Voice => {
    const { voices, defaultVoices } = engine;
    const voice = findVoice(voices, chosen?.[speaker] ?? "") ?? findVoice(voices, defaultVoices[speaker]);
    if (!voice) throw new RangeError(`the default voice ${defaultVoices[speaker]} is missing`);
    return voice;
  };
  return { A: find("A"), B: find("B") };
}

/** The credit for these speakers, such as 「VOICEVOX:四国めたん、VOICEVOX:ずんだもん」; undefined if none is due. */
export function creditOf(
  engine: SpeechEngine,
  o: { voices: VoicePair | null | undefined; speakers: Iterable<Speaker> },
): string | undefined {
  const voices = resolveVoices(engine, o.voices);
  const speakers = new Set(o.speakers);
  const credits = (["A", "B"] as const).flatMap((speaker) => {
    const { credit } = voices[speaker];
    return speakers.has(speaker) && credit !== undefined ? [credit] : [];
  });
  return credits.length === 0 ? undefined : [...new Set(credits)].join("、");
}
