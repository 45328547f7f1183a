/** Higher rates are halved for the standard file. */
export const maxStandardSampleRate = 24_000;
/** Encoder and decoder together; no header lets players skip it. */
export const codecDelaySamples = 1105;
/** Whole frames let files of full and half rate last equally long. */
export const frameSamples = 1152;
