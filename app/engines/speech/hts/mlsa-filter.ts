/** The filter of a mel-cepstrum: b[m] = c[m] − alpha · b[m + 1]. */
export function filterCoefficients(cepstrum: Float64Array, target: Float64Array, alpha: number): void {
  let above = 0;
  for (let m = cepstrum.length - 1; m >= 0; m--) {
    above = (cepstrum[m] ?? 0) - alpha * above;
    target[m] = above;
  }
}

/** exp(F): modified Padé approximation of order 5, as in SPTK and hts_engine. */
const pade = [1, 0.4999391, 0.1107098, 0.01369984, 0.0009564853, 0.00003041721];
const stages = pade.length - 1;

/**
 * Gives a sound the mel-cepstrum's spectrum, per sample. The first coefficient passes separately, which keeps the approximation
 * good.
 */
export function createMlsaFilter(
  order: number,
  alpha: number,
): (sample: number, coefficients: Float64Array) => number {
  const beta = 1 - alpha * alpha;
  const first = new Float64Array(stages + 1);
  const firstOut = new Float64Array(stages + 1);
  const rest = Array.from({ length: stages + 1 }, () => new Float64Array(order + 1));
  const restOut = new Float64Array(stages + 1);

  return (sample, b) => {
    let x = sample;
    let out = 0;
    const b1 = b[1] ?? 0;
    for (let l = stages; l >= 1; l--) {
      const delayed = beta * (firstOut[l - 1] ?? 0) + alpha * (first[l] ?? 0);
      first[l] = delayed;
      const y = delayed * b1;
      firstOut[l] = y;
      const v = y * (pade[l] ?? 0);
      x += l & 1 ? v : -v;
      out += v;
    }
    firstOut[0] = x;
    x += out;

    out = 0;
    for (let l = stages; l >= 1; l--) {
      // All-passes: s[m] = before[m − 1] + alpha · (before[m] − s[m − 1]).
      const s = rest[l] ?? first;
      let before = s[1] ?? 0;
      let here = beta * (restOut[l - 1] ?? 0) + alpha * before;
      s[1] = here;
      let y = 0;
      for (let m = 2; m <= order; m++) {
        const old = s[m] ?? 0;
        here = before + alpha * (old - here);
        s[m] = here;
        y += here * (b[m] ?? 0);
        before = old;
      }
      restOut[l] = y;
      const v = y * (pade[l] ?? 0);
      x += l & 1 ? v : -v;
      out += v;
    }
    restOut[0] = x;
    return x + out;
  };
}
