import type { ChatEngine } from "../chat-engine.ts";
import { type Match, PassageIndex } from "../passage-index.ts";
import { searchTerms } from "../search-terms.ts";
import { smallTalk } from "../small-talk.ts";
import { type SupportPassage, supportPassages } from "./support-passages.server.ts";

/** Said instead of an answer that would be a guess. */
export const unknownReply =
  "申し訳ありません。そのご質問の答えは、よくある質問と規約の中に見つかりませんでした。短い言葉で言いかえていただくか、「お問い合わせ」（/contact）からご連絡ください。";

/** Below, too little of the question is in what was found. Set by the questions of `answer-quality.test.ts`. */
const leastCoverage = 0.5;
const leastScore = 2;
/** So near to the best, another passage may be the one that was meant. */
const nearlyAsGood = 0.8;
/** Lines of a legal section that an answer quotes, and their characters. */
const mostLines = 3;
const longestQuote = 320;

/**
 * Answers from the FAQ, the help notes and the legal texts, in their own words and with where they stand, or says that it
 * doesn't know. Nothing leaves the process.
 */
export function createLocalChatEngine(): ChatEngine & { find(message: string): Found | null } {
  let known: { index: PassageIndex; passages: Map<string, SupportPassage> } | undefined;
  const find = (message: string): Found | null => {
    known ??= buildIndex();
    const { index, passages } = known;
    const [best, second] = index.search(message);
    if (!best || best.score < leastScore || best.coverage < leastCoverage) return null;
    const passage = passages.get(best.passage.id);
    if (!passage) return null;
    const other = second && isNear(best, second) ? passages.get(second.passage.id) : undefined;
    return { passage, other: other ?? null, lines: quotedLines(index, passage, message) };
  };
  return {
    name: "local",
    find,
    async answer({ message, signal }) {
      signal.throwIfAborted();
      const found = find(message);
      return smallTalk(message) ?? (found ? wordsFor(found) : unknownReply);
    },
  };
}

/** What answers a question. */
export interface Found {
  passage: SupportPassage;
  /** Another one that may have been meant. */
  other: SupportPassage | null;
  lines: readonly string[];
}

function buildIndex() {
  const passages = supportPassages();
  return {
    index: new PassageIndex(passages),
    passages: new Map(passages.map((passage) => [passage.id, passage])),
  };
}

const isNear = (best: Match, second: Match) =>
  second.score >= best.score * nearlyAsGood && second.coverage >= leastCoverage;

/** The lines that say it: all of an answer; of a legal section the ones that have most of the question. */
function quotedLines(index: PassageIndex, { lines, isAnswer }: SupportPassage, message: string): string[] {
  if (isAnswer) return [...lines];
  const asked = new Set(searchTerms(message));
  const rated = lines.map((line, position) => {
    const terms = new Set(searchTerms(line));
    const worth = [...asked]
      .filter((term) => terms.has(term))
      .reduce((sum, term) => sum + index.rarity(term), 0);
    return { line, position, worth };
  });
  const most = Math.max(...rated.map(({ worth }) => worth));
  const chosen = most === 0 ? rated : rated.filter(({ worth }) => worth >= most / 2);
  const quoted: typeof rated = [];
  let length = 0;
  for (const one of chosen.toSorted((a, b) => b.worth - a.worth).slice(0, mostLines)) {
    if (quoted.length > 0 && length + one.line.length > longestQuote) continue;
    quoted.push(one);
    length += one.line.length;
  }
  return quoted.toSorted((a, b) => a.position - b.position).map(({ line }) => line);
}

function wordsFor({ passage, other, lines }: Found): string {
  const text = lines.reduce((said, line) => `${said}${isEntry(line) ? "\n" : "\n\n"}${line}`).trim();
  const source = passage.isAnswer && text.includes(`（${passage.path}）`) ? [] : [referenceTo(passage)];
  const also = other && other.path !== passage.path ? [`関連：${nameOf(other)}`] : [];
  return [text, [...source, ...also].join("\n")].join("\n\n").trimEnd();
}

/** Entries of a list stand together, paragraphs apart. */
const isEntry = (line: string) => /^(・|\d+\. )/.test(line);

const nameOf = ({ where, path }: SupportPassage) => `「${where.replace(/[「」]/g, "")}」（${path}）`;
const referenceTo = (passage: SupportPassage) => `くわしくは：${nameOf(passage)}`;
