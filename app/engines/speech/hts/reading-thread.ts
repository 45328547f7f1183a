import { markedText } from "#app/engines/pronunciations/speakable-text.ts";
import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { ReadPhrase } from "#app/engines/speech/speech-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { readAccentPhrases } from "./accents/accent-phrases.ts";
import { loadFrontEnd } from "./front-end.ts";

export interface ReadRequest {
  text: string;
  words: readonly Word[];
}

const readPhrases = loadFrontEnd();
lowerPriority();
answerRequests(async (requests: readonly ReadRequest[]): Promise<ReadPhrase[][]> => {
  const read = await readPhrases;
  return requests.map(({ text, words }) =>
    readAccentPhrases(markedText(text), words, read).map(({ moras, accent }) => ({
      morae: moras.map((mora) => mora.text),
      accent: accent === moras.length ? 0 : accent,
    })),
  );
});
