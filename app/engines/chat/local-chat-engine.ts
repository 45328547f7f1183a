import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { ChatEngine, SupportPassage } from "./chat-engine.ts";
import { type Match, PassageIndex } from "./passage-index.ts";
import { searchTerms } from "./search-terms.ts";

/** If nothing matches well enough. */
export const noAnswerReply =
  "申し訳ありません。そのご質問の答えは、よくある質問と規約の中に見つかりませんでした。短い言葉で言いかえていただくか、「お問い合わせ」（/contact）からご連絡ください。";

/** Weaker matches are no answer. Tuned by `answer-quality.test.ts`. */
const minCoverage = 0.5;
const minScore = 2;
const closeScoreRatio = 0.8;
const maxQuotedLines = 3;
const maxQuoteLength = 320;

export interface LocalChatEngine extends ChatEngine {
  /** Null if none matches well enough. */
  find(message: string): ChatMatch | null;
  /** With words of the question, the best first. */
  search(message: string, limit: number): SupportPassage[];
}

/** Quotes passages with their source, or replies `noAnswerReply`. No other service. */
export function createLocalChatEngine(passages: readonly SupportPassage[]): LocalChatEngine {
  const index = new PassageIndex(passages);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const find = (message: string): ChatMatch | null => {
    const [best, second] = index.search(message);
    if (!best || best.score < minScore || best.coverage < minCoverage) return null;
    const passage = byId.get(best.passage.id);
    if (!passage) return null;
    const related = second && isCloseTo(best, second) ? byId.get(second.passage.id) : undefined;
    return { passage, related: related ?? null, lines: quotedLines(index, passage, message) };
  };
  return {
    name: "local",
    find,
    search: (message, limit) =>
      index
        .search(message)
        .slice(0, limit)
        .flatMap(({ passage }) => byId.get(passage.id) ?? []),
    async answer({ message, signal }) {
      signal.throwIfAborted();
      const found = find(message);
      return smallTalkReply(message) ?? (found ? formatAnswer(found) : noAnswerReply);
    },
  };
}

interface ChatMatch {
  passage: SupportPassage;
  related: SupportPassage | null;
  lines: readonly string[];
}

const isCloseTo = (best: Match, second: Match) =>
  second.score >= best.score * closeScoreRatio && second.coverage >= minCoverage;

/** All of an answer; of a legal section the best matching, in order. */
function quotedLines(index: PassageIndex, { lines, isAnswer }: SupportPassage, message: string): string[] {
  if (isAnswer) return [...lines];
  const questionTerms = new Set(searchTerms(message));
  const scored = lines.map((line, position) => {
    const terms = new Set(searchTerms(line));
    const score = [...questionTerms]
      .filter((term) => terms.has(term))
      .reduce((sum, term) => sum + index.idf(term), 0);
    return { line, position, score };
  });
  const maxScore = Math.max(...scored.map(({ score }) => score));
  const candidates = maxScore === 0 ? scored : scored.filter(({ score }) => score >= maxScore / 2);
  const quoted: typeof scored = [];
  let length = 0;
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score).slice(0, maxQuotedLines)) {
    if (quoted.length > 0 && length + candidate.line.length > maxQuoteLength) continue;
    quoted.push(candidate);
    length += candidate.line.length;
  }
  return quoted.toSorted((a, b) => a.position - b.position).map(({ line }) => line);
}

/** Lines, the source unless linked, the related passage. */
function formatAnswer({ passage, related, lines }: ChatMatch): string {
  const text = lines.reduce((joined, line) => `${joined}${isListItem(line) ? "\n" : "\n\n"}${line}`).trim();
  const source = passage.isAnswer && text.includes(`（${passage.path}）`) ? [] : [sourceLine(passage)];
  const also = related && related.path !== passage.path ? [`関連：${linkTo(related)}`] : [];
  return [text, [...source, ...also].join("\n")].join("\n\n").trimEnd();
}

const isListItem = (line: string) => /^(・|\d+\. )/.test(line);

const linkTo = ({ sourceTitle, path }: SupportPassage) =>
  `「${sourceTitle.replace(/[「」]/g, "")}」（${path}）`;

export const sourceLine = (passage: SupportPassage) => `くわしくは：${linkTo(passage)}`;

const greeting =
  /^(こんにち[はわ]|こんばん[はわ]|おはよう(ございます)?|はじめまして|初めまして|やあ|もしもし|どうも|お疲れ(様|さま)(です|でした)?|よろしく(お願いします)?|hello|hi|hey)$/;
const thanks =
  /^(どうも)?(ありがとう|有難う|有り難う|サンキュー|thanks?|thank you|助かりました|助かった|解決しました|わかりました|分かりました|了解(です|しました)?|なるほど)(ございます|ございました|!|です)*$/;
const whoAreYou = /^(あなた|君|きみ)(は|って)?(誰|だれ|何|なに|ai|人間|ロボット|ボット)/;

/** Replies to greetings, thanks and "who are you"; null for anything else. */
export function smallTalkReply(message: string): string | null {
  const words = normalizeUnicode(message, "NFKC")
    .toLowerCase()
    .split(/[\s、。!！?？~〜ー…,.]+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  const whole = words.join("");
  if (whoAreYou.test(whole))
    return "Mugenの自動応答です。よくある質問、使い方、規約の文章から、ご質問に近いところをお答えします。人がお答えするものではありません。";
  if (words.every((word) => greeting.test(word)))
    return "こんにちは。Mugenの使い方、料金、アカウントのことなど、知りたいことをお書きください。";
  if (words.every((word) => thanks.test(word) || greeting.test(word)))
    return "お役に立てたならうれしいです。ほかにも気になることがあれば、いつでもどうぞ。";
  return null;
}
