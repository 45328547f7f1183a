import { Worker } from "node:worker_threads";

/** A word of a Japanese text with its part of speech in IPADIC's terms: `kind` 名詞, `detail` 固有名詞, `subdetail` 人名. */
export interface Word {
  /** As written; all of a text's together are the text without its spaces. */
  surface: string;
  /** The dictionary form: 食べる for 食べ. */
  base: string;
  kind: string;
  detail: string;
  subdetail: string;
}

export interface WordsRequest {
  id: number;
  texts: readonly string[];
}

export interface WordsReply {
  id: number;
  words: Word[][];
}

/** The thread with its dictionary (100 MB) ends after so long without work. */
const idleMs = 60_000;

interface Analyser {
  worker: Worker;
  pending: Map<number, PromiseWithResolvers<Word[][]>>;
  idleTimer: NodeJS.Timeout | undefined;
}

let analyser: Analyser | undefined;
let nextId = 0;

/**
 * Splits texts into words, by a morphological analyser (Lindera with IPADIC) in a thread, which is started when it is
 * needed (0.25 s) and ends after a minute without work. 2,000 characters take about 40 ms. Rejects when the thread fails.
 */
export async function analyzeWords(texts: readonly string[]): Promise<Word[][]> {
  analyser ??= startAnalyser();
  const { worker, pending } = analyser;
  clearTimeout(analyser.idleTimer);
  const id = nextId++;
  const answered = Promise.withResolvers<Word[][]>();
  pending.set(id, answered);
  const request: WordsRequest = { id, texts };
  worker.ref();
  worker.postMessage(request);
  return answered.promise;
}

function startAnalyser(): Analyser {
  // In the bundle all entries lie in one folder (see `runThread`).
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./words-thread.${ending}`, import.meta.url), {
    name: "words-thread",
    execArgv: [],
  });
  const started: Analyser = { worker, pending: new Map(), idleTimer: undefined };
  const stop = (error: Error) => {
    if (analyser === started) analyser = undefined;
    for (const { reject } of started.pending.values()) reject(error);
    started.pending.clear();
  };
  worker.on("message", ({ id, words }: WordsReply) => {
    started.pending.get(id)?.resolve(words);
    started.pending.delete(id);
    if (started.pending.size > 0) return;
    worker.unref();
    started.idleTimer = setTimeout(() => {
      analyser = undefined;
      void worker.terminate();
    }, idleMs).unref();
  });
  worker.on("error", stop);
  worker.on("exit", () => stop(new Error("the word analyser has ended")));
  return started;
}
