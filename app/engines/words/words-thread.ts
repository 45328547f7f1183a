import lindera from "lindera-wasm-nodejs-ipadic";
import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Word } from "./analyze-words.ts";

/** Unknown words have only `surface`. */
interface Token {
  surface: string;
  baseForm?: string;
  partOfSpeech?: string;
  partOfSpeechSubcategory1?: string;
  partOfSpeechSubcategory2?: string;
  /** The package swaps two names: this is the conjugation. */
  conjugationForm?: string;
  conjugationType?: string;
  pronunciation?: string;
  reading?: string;
}

lowerPriority();
const builder = new lindera.TokenizerBuilder();
builder.setDictionary("embedded://ipadic");
builder.setMode("normal");
const tokenizer = builder.build();

answerRequests((texts: readonly string[]) => texts.map(analyze));

function analyze(text: string): Word[] {
  const tokens: Token[] = text === "" ? [] : tokenizer.tokenize(text);
  return tokens.map((token) => ({
    surface: token.surface,
    base: token.baseForm && token.baseForm !== "*" ? token.baseForm : token.surface,
    // UNK: unknown words of letters are mostly nouns.
    kind: !token.partOfSpeech || token.partOfSpeech === "UNK" ? "名詞" : token.partOfSpeech,
    detail: token.partOfSpeechSubcategory1 ?? "*",
    subdetail: token.partOfSpeechSubcategory2 ?? "*",
    conjugation: token.conjugationForm ?? "*",
    form: token.conjugationType ?? "*",
    pronunciation: token.pronunciation === "*" ? undefined : token.pronunciation,
    reading: token.reading === "*" ? undefined : token.reading,
  }));
}
