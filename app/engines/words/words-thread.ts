import { parentPort } from "node:worker_threads";
import lindera from "lindera-wasm-nodejs-ipadic";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Word, WordsReply, WordsRequest } from "./analyze-words.ts";

/** A word of Lindera; all but `surface` are missing for a word that the dictionary does not hold. */
interface Token {
  surface: string;
  baseForm?: string;
  partOfSpeech?: string;
  partOfSpeechSubcategory1?: string;
  partOfSpeechSubcategory2?: string;
}

lowerPriority();
const builder = new lindera.TokenizerBuilder();
builder.setDictionary("embedded://ipadic");
builder.setMode("normal");
const tokenizer = builder.build();

parentPort?.on("message", ({ id, texts }: WordsRequest) => {
  const reply: WordsReply = { id, words: texts.map(analyze) };
  parentPort?.postMessage(reply);
});

function analyze(text: string): Word[] {
  const tokens: Token[] = text === "" ? [] : tokenizer.tokenize(text);
  return tokens.map((token) => ({
    surface: token.surface,
    base: token.baseForm && token.baseForm !== "*" ? token.baseForm : token.surface,
    // Lindera calls an unknown word UNK; those of letters are nouns nearly always.
    kind: !token.partOfSpeech || token.partOfSpeech === "UNK" ? "名詞" : token.partOfSpeech,
    detail: token.partOfSpeechSubcategory1 ?? "*",
    subdetail: token.partOfSpeechSubcategory2 ?? "*",
  }));
}
