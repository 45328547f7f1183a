/** Higher sample rates are halved for the standard file and kept by the one in high quality. */
export const maxStandardSampleRate = 24_000;
/** Encoder and decoder together delay the audio by this many samples; the files have no header to skip them. */
export const codecDelaySamples = 1105;
/** Samples of an MP3 frame. A length of whole frames lets files of the whole and of half the sample rate last equally long. */
export const frameSamples = 1152;
