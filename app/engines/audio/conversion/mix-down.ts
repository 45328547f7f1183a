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
