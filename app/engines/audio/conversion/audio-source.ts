export interface AudioPiece {
  channels: Float32Array[];
  sampleRate: number;
  /** Roughly how many bytes of the file have been read. */
  position: number;
}

/** Pieces of a few megabytes at most. */
export type AudioSource = AsyncGenerator<AudioPiece>;

export type RefusalReason =
  | "unreadable"
  | "truncated"
  | "unsupported-codec"
  | "no-aac-decoder"
  | "too-short"
  | "too-long";

export class RefusedAudio extends Error {
  override name = "RefusedAudio";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`the audio file is refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** Recorded sound; telephones have 8000. */
const [minSampleRate, maxSampleRate] = [4000, 768_000];

/** Throws `RefusedAudio`. Prevents days of work: each sample of a file that claims 1 Hz would become 8000. */
export function assertSampleRate(sampleRate: number): void {
  if (!(sampleRate >= minSampleRate && sampleRate <= maxSampleRate)) throw new RefusedAudio("unreadable");
}

/** Beyond +40 dBFS files of floats are damaged. */
const maxAmplitude = 100;

/** Takes the mean of all channels; NaN becomes silence. */
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
