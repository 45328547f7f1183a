import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import type { Speaker, Turn } from "#app/engines/script/script.ts";
import type { Mood } from "#app/engines/script/text-kind.ts";
import type { VoicePace } from "./voice-pace.ts";

export interface SpeechVoice {
  /** Unique within its engine; stored with what is to be spoken. */
  readonly id: string;
  /** Its name for people, in Japanese where the engine gives it none. */
  readonly name: string;
  readonly gender?: "female" | "male" | undefined;
  /** Whom the terms of the voice ask to name with what it speaks. */
  readonly credit?: string | undefined;
  /** Ids of voices of engines that are gone, which it is closest to: it speaks where they were chosen. */
  readonly formerIds?: readonly string[] | undefined;
}

/** Ids of the voices of both speakers. */
export type VoicePair = Readonly<Record<Speaker, string>>;

export interface WordAccent {
  /** Katakana, as the line has it. */
  reading: string;
  /** The mora after which the pitch falls; 0 for a flat word. */
  accent: number;
  /** Where it begins in the line, as a share of its characters (0–1). */
  place: number;
}

/** What is said with one accent. */
export interface ReadPhrase {
  /** Katakana. */
  morae: string[];
  /** The mora that the pitch falls after; 0 for none. */
  accent: number;
}

/** How a whole text is spoken, by its kind. */
export interface SpeakingManner {
  /** `neutral` by default. */
  mood?: Mood | undefined;
  /** Whether numbers that are no dates are stressed, as in news. */
  stressesFigures?: boolean | undefined;
}

/** Where a sentence stands in what its speaker says at a stretch: the first one is the highest, the last one ends lowest. */
export interface ParagraphPlace {
  /** 0 for the first, 1 for the second, 2 for the third, 3 for all others. */
  sentence: 0 | 1 | 2 | 3;
  isLast: boolean;
}

/** What an engine speaks. */
export interface SpokenTurn extends Turn {
  /** Only for engines that take prosody. */
  place?: ParagraphPlace;
  /** In the order of the words; only for engines that take them. */
  accents?: readonly WordAccent[];
}

/** A speech synthesiser with a different voice for each of the two speakers. */
export interface SpeechEngine {
  /** Its name in logs and benchmarks. */
  readonly name: string;
  /** All of its voices, those of A and B by default first. */
  readonly voices: readonly SpeechVoice[];
  readonly defaultVoices: VoicePair;
  /** Samples per second of its output. */
  readonly sampleRate: number;
  /** Whether the accents of words are spoken; else they are not handed over. */
  readonly takesAccents?: boolean | undefined;
  /** Whether the manner and the place in a paragraph are heard; an engine without it ignores them, and they don't tell sentences of the cache apart. */
  readonly takesProsody?: boolean | undefined;
  /** How fast a voice speaks in a mood; undefined for one that nobody has measured. */
  readonly paceOf?: ((voiceId: string, mood: Mood) => VoicePace | undefined) | undefined;
  /**
   * How a voice reads a text, without a sound; missing where an engine does not tell. Rejects with what went wrong, and with
   * `signal.reason` when aborted.
   */
  readonly readText?:
    | ((o: { text: string; voiceId: string; signal: AbortSignal }) => Promise<ReadPhrase[]>)
    | undefined;
  /**
   * Speaks each turn in its speaker's voice: one mono buffer of −1…1 samples per turn, in the order of the turns, each
   * in an `ArrayBuffer` of its own that the caller may transfer. `speakingRate` is 0.5–2.0 and keeps the pitch.
   *
   * Text that can't be spoken gives a short silence; an engine that does not work throws. When aborted, rejects with
   * `signal.reason` after its processes and threads have ended and its temporary files are removed.
   */
  speak(
    turns: readonly SpokenTurn[],
    o: {
      speakingRate: number;
      /** Ids of `voices`; an unknown one is the speaker's default, as is a missing pair. */
      voices?: VoicePair | undefined;
      /** Only heard with engines that take prosody. */
      manner?: SpeakingManner | undefined;
      signal: AbortSignal;
      /** Needed by engines that ask a provider. */
      access?: ProviderAccess | undefined;
      /** Called after each finished turn; turns finish in any order. */
      onTurn?: (spoken: number, total: number) => void;
      /** Called with what was spoken of the turn at `index`, right before `onTurn`; not to be changed or transferred. */
      onSpoken?: (index: number, samples: Float32Array) => void;
    },
  ): Promise<Float32Array[]>;
}

/** Seconds of silence for a turn that can't be spoken. */
export const unspeakableSilenceSeconds = 0.3;

/** The voice that is meant by an id, which may be that of a voice that is gone. */
export function findVoice<Voice extends SpeechVoice>(
  voices: readonly Voice[],
  id: string,
): Voice | undefined {
  return voices.find((voice) => voice.id === id) ?? voices.find(({ formerIds }) => formerIds?.includes(id));
}

/** The voices that an engine uses for a choice: an unknown one gives way to the speaker's default. */
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

/** Whom to name with what these speakers say, such as 「VOICEVOX:四国めたん、VOICEVOX:ずんだもん」; undefined for nobody. */
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
