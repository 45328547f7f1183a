/** Splits a text into what people take for characters. Not for browsers: some have none. */
export const graphemeSegmenter = new Intl.Segmenter("ja", { granularity: "grapheme" });
