const size = 2048;
const hann = Float64Array.from({ length: size }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / size) ** 2);
const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
const sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));

/** Power between two frequencies (Hz), in dB; windows of 2,048 samples that overlap by half. */
export function bandLevel(
  samples: Float32Array,
  o: { sampleRate: number; from: number; to: number },
): number {
  const powers = powerSpectrum(samples);
  let sum = 0;
  for (const [bin, power] of powers.entries()) {
    const hertz = (bin * o.sampleRate) / size;
    if (hertz >= o.from && hertz < o.to) sum += power;
  }
  return 10 * Math.log10(sum);
}

function powerSpectrum(samples: Float32Array): Float64Array {
  const powers = new Float64Array(size / 2);
  for (let at = 0; at + size <= samples.length; at += size / 2) {
    const real = hann.map((weight, i) => weight * (samples[at + i] ?? 0));
    const imaginary = new Float64Array(size);
    transform(real, imaginary);
    for (let bin = 0; bin < powers.length; bin++)
      powers[bin] = (powers[bin] ?? 0) + (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
  }
  return powers;
}

function transform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0];
    [imaginary[i], imaginary[j]] = [imaginary[j] ?? 0, imaginary[i] ?? 0];
  }
  for (let length = 2; length <= n; length <<= 1) {
    const step = n / length;
    for (let k = 0; k < length / 2; k++) {
      const cos = cosines[k * step] ?? 0;
      const sin = sines[k * step] ?? 0;
      for (let at = k; at < n; at += length) {
        const other = at + length / 2;
        const [re, im] = [real[other] ?? 0, imaginary[other] ?? 0];
        const x = re * cos - im * sin;
        const y = re * sin + im * cos;
        real[other] = (real[at] ?? 0) - x;
        imaginary[other] = (imaginary[at] ?? 0) - y;
        real[at] = (real[at] ?? 0) + x;
        imaginary[at] = (imaginary[at] ?? 0) + y;
      }
    }
  }
}
