/** Sound as a decoder gives it: one array of −1…1 samples per channel. */
export interface AudioPiece {
  channels: Float32Array[];
  /** Samples per second. */
  sampleRate: number;
  /** Bytes of the file that are behind this piece, about. */
  position: number;
}

/** Decodes a file in pieces of a few megabytes at most, from its beginning to its end. */
export type AudioSource = AsyncGenerator<AudioPiece>;

/** Why a file can't be converted. */
export type RefusalReason =
  | "unreadable"
  | "truncated"
  | "unsupported-codec"
  | "no-aac-decoder"
  | "too-short"
  | "too-long";

/** The file can't be converted. */
export class RefusedAudio extends Error {
  override name = "RefusedAudio";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`the audio file is refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** Samples per second of sound that anybody records; telephones have 8000. */
const [minSampleRate, maxSampleRate] = [4000, 768_000];

/**
 * Throws `RefusedAudio` for a rate that no sound has. Of a file that claims 1 Hz each sample would become 8000: 200 MB
 * are days of work.
 */
export function assertSampleRate(sampleRate: number): void {
  if (!(sampleRate >= minSampleRate && sampleRate <= maxSampleRate)) throw new RefusedAudio("unreadable");
}

/** Samples beyond +40 dBFS come from damaged files of floats. */
const maxAmplitude = 100;

/** Mean of all channels; what is no number becomes silence. */
export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    for (let i = 0; i < mono.length; i++) {
      const x = channel[i] ?? 0;
      if (x > -maxAmplitude && x < maxAmplitude) mono[i] = (mono[i] ?? 0) + x / channels.length;
    }
  }
  return mono;
}
