import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";
import { nameOfPlayLine } from "./forms-of-text.ts";
import { bestPhrase } from "./noun-phrases.ts";
import type { Line } from "./read-blocks.ts";
import type { TextKind } from "./text-kind.ts";

const maxGivenLength = 100;
const maxDerivedLength = 30;
const maxJoinedLength = 20;
const minVerseLength = 5;

interface ScriptTitle {
  title: string;
  /** A sentence's title is not announced: the sentence follows. */
  source: "given" | "heading" | "topic" | "sentence";
}

/** In UTF-16 units, whole graphemes. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let prefix = "";
  for (const { segment } of graphemeSegmenter.segment(text.slice(0, limit + 64))) {
    if (prefix.length + segment.length > limit) break;
    prefix += segment;
  }
  return prefix === "" ? text.slice(0, limit).toWellFormed() : prefix;
}

/** At a word's end if half of `limit` remains. */
function clipAtWord(text: string, limit: number, words: readonly Word[]): string {
  if (text.length <= limit) return text;
  let end = 0;
  let searched = 0;
  for (const { surface } of words) {
    const at = text.indexOf(surface, searched);
    if (at < 0 || at + surface.length > limit) break;
    searched = at + surface.length;
    end = searched;
  }
  return end >= limit / 2 ? text.slice(0, end) : clip(text, limit);
}

const ourselves: ReadonlySet<string> = new Set([
  "当店",
  "当社",
  "当館",
  "当院",
  "当会",
  "弊社",
  "弊店",
  "本会",
]);
const maxTopicLength = 16;

/** Nouns at the beginning (also with の) before は, とは, には or では. Null for a time, a person of the conversation, or a number. */
function topicOf(words: readonly Word[]): string | null {
  let topic = "";
  let end = -1;
  for (const [at, { surface, kind, detail }] of words.entries()) {
    const isNoun =
      kind === "接頭詞" ||
      (kind === "名詞" && !["代名詞", "副詞可能", "非自立", "数", "接尾"].includes(detail));
    const isSuffix = kind === "名詞" && detail === "接尾" && topic !== "";
    const isOf = surface === "の" && topic !== "" && words[at + 1]?.kind === "名詞";
    if (!isNoun && !isSuffix && !isOf) {
      end = at;
      break;
    }
    topic += surface;
  }
  if (end < 1 || topic.length > maxTopicLength || !/[\p{L}]/u.test(topic)) return null;
  const particle = (words[end]?.surface ?? "") + (words[end + 1]?.surface ?? "");
  return words[end]?.kind === "助詞" && /^(?:は|とは|には|では)/u.test(particle) ? topic : null;
}

/** Punctuation, unpaired brackets, and a cut text's particle. */
function tidyEnd(text: string, wasCut: boolean): string {
  let tidy = text.trim();
  for (const [open, close] of ["「」", "『』", "（）", "()", "【】"].map((pair) => [...pair])) {
    if (open === undefined || close === undefined) continue;
    if (tidy.split(open).length !== tidy.split(close).length)
      tidy = tidy.replaceAll(open, "").replaceAll(close, "");
  }
  const marks = /[。．.、，,；;：:！!？?・…‥\-–—―~〜～\s]{1,40}$/u;
  tidy = tidy.replace(marks, "");
  if (wasCut)
    tidy = tidy.replace(
      /(?:けれども|けれど|ながら|について|として|という|から|まで|より|ので|のに|とき|[はがをにでともへのや])$/u,
      "",
    );
  return tidy.replace(marks, "").trim();
}

const ornaments =
  /[★☆♪♫♬♡♥❤※◎○●◇◆□■△▲▽▼→⇒＊*｜]|\p{Extended_Pictographic}(?<![\p{Nd}#*])|[\u{FE0F}\u{200D}]/gu;

/** Without stars, emoji, hashtags, 【拡散希望】 and a speaker's name; unchanged if nothing would remain. */
function withoutMarks(line: string): string {
  const plain = line
    .replace(/^【[^【】]{1,16}】(?=.*[\p{L}\p{N}])/u, "")
    .replace(/[【】]/gu, " ")
    .replace(/(?:^|(?<=[\s\p{P}\p{S}]))[#＃][^\s#＃。、]{1,30}/gu, " ")
    .replace(ornaments, " ")
    .replace(/[！!？?]+(?=[^」』）\s])/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const scene = plain.replace(/^第[一二三四五六七八九十\d]+[場幕景]\s+(?=\S)/u, "");
  const name = nameOfPlayLine(scene);
  const said = name === null ? scene : scene.slice(name.length).replace(/^\s*[:：]\s*/u, "");
  // The quotation stands for its sentence.
  const quoted = /^「([^「」]{2,30})」(?:。?$|と)/u.exec(said)?.[1];
  const result = quoted ?? said;
  return /[\p{L}\p{N}]/u.test(result) ? result : line;
}

const shame =
  /詐欺|[嘘うウ]そ?つき|嘘吐き|犯罪|泥棒|盗[んみむ]|盗っ|不倫|浮気|横領|着服|容疑|逮捕|殺[しさす]|暴行|暴力|虐待|クズ|ゴミだ|最低|許さな|許しませ|パワハラ|セクハラ|いじめ|痴漢|盗撮|ストーカー|前科|裏切|騙|だまし|だます|脅/u;
const personName = /(?:さん|氏|くん|君|ちゃん|先生|社長|部長|店長|議員|市長|容疑者)(?=[はがをにのも、])/u;

function accuses(line: string, words: readonly Word[]): boolean {
  if (soundsHarmful(line)) return true;
  const isNamed = words.some(({ subdetail }) => subdetail === "人名") || personName.test(line);
  return isNamed && shame.test(line);
}

/** A URL's host, else null. */
function nameOfAddress(text: string): string | null {
  const host = /^https?:\/\/([^\s/?#]{1,253})/iu.exec(text)?.[1];
  return host === undefined ? null : host.replace(/^www\./iu, "");
}

const articleNumber =
  /^第[〇一二三四五六七八九十百千\d]+条(?:の[一二三四五六七八九十\d]+)?(?:[（(][^（）()]{1,20}[）)])?\s*/u;

const maxWholeLength = 24;

function titleFromSentence(line: string, ofLine: readonly Word[]): ScriptTitle | null {
  const sentence = line.replace(articleNumber, "");
  const words = ofLine.slice(Math.max(0, countWords(ofLine, line.slice(0, line.length - sentence.length))));
  if (!/[\p{L}\p{N}]/u.test(sentence)) return null;
  const address = nameOfAddress(sentence);
  if (address !== null) return { title: clip(address, maxDerivedLength), source: "topic" };
  const whole = tidyEnd(withoutMarks(sentence), false);
  // A verse may end anywhere but on a particle.
  if (whole.length <= 20) {
    const title = /[。！？!?」]$/u.test(line) ? whole : tidyEnd(whole, endsOnParticle(words));
    return title === "" ? null : { title, source: "sentence" };
  }
  const topic = topicOf(words)?.trim() ?? null;
  if (topic !== null && topic.length > 1 && !ourselves.has(topic))
    return { title: topic.length >= 5 ? topic : `${topic}のこと`, source: "topic" };
  if (whole.length <= maxWholeLength) return { title: whole, source: "sentence" };
  const found = bestPhrase(words);
  if (found?.isMain && found.phrase.length >= 5)
    return { title: spaced(found.phrase, line), source: "topic" };
  if (whole.length <= maxDerivedLength) return { title: whole, source: "sentence" };
  if (!found || found.phrase.length < (found.isMain ? 3 : 5)) return null;
  const phrase = spaced(found.phrase, line);
  return { title: phrase.length >= 5 ? phrase : `${phrase}のこと`, source: "topic" };
}

function spaced(phrase: string, line: string): string {
  const letters = Array.from(phrase, (letter) => letter.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&"));
  return new RegExp(letters.join("\\s?"), "u").exec(line)?.[0] ?? phrase;
}

function countWords(words: readonly Word[], beginning: string): number {
  const length = beginning.replace(/\s/gu, "").length;
  let seen = 0;
  return words.findIndex(({ surface }) => {
    if (seen >= length) return true;
    seen += surface.length;
    return false;
  });
}

function endsOnParticle(words: readonly Word[]): boolean {
  const last = words.findLast(({ kind }) => kind !== "記号");
  return last?.kind === "助詞" && !["終助詞", "接続助詞"].includes(last.detail);
}

function congratulation(lines: readonly Line[]): string | null {
  for (const { text } of lines.slice(0, 6)) {
    const said = /[^、。！\s]{0,16}おめでとう(?:ございます)?/u.exec(text)?.[0];
    if (said !== undefined) return said;
  }
  return null;
}

/** A list's first items, or a poem's short first verses; else null. */
function joinedTitle(lines: readonly Line[], kind: TextKind): string | null {
  const [first, second] = lines;
  if (!first || !second || first.kind === "heading" || second.paragraph !== first.paragraph) return null;
  const isList = first.kind === "item" && second.kind === "item";
  // 改札を出ると needs the next verse.
  const isOpen =
    /(?:[てとば]|たら|ながら)$/u.test(first.text) && first.kind === "sentence" && second.kind === "sentence";
  if (isOpen && kind === "poem" && first.text.length + second.text.length <= maxDerivedLength)
    return tidyEnd(first.text + second.text, false);
  if (!isList && (first.text.length >= minVerseLength || first.text.endsWith("。"))) return null;
  let title = "";
  for (const line of lines) {
    const longer = title + (isList && title !== "" ? "、" : "") + tidyEnd(line.text, false);
    if (line.paragraph !== first.paragraph || longer.length > maxJoinedLength) break;
    title = longer;
  }
  return /[\p{L}\p{N}]/u.test(title) ? title : null;
}

/** Says nothing of anybody. */
const untitled = "無題のお話";

/**
 * The given title on one line, at most 100 UTF-16 units. Without one, at most 30 from the heading, the first sentence's topic, or
 * that sentence, without marks and emoji. Accusations by name give none. Never empty. `words`: of each line.
 */
export function makeTitle(
  given: string | undefined,
  lines: readonly Line[],
  words: readonly (readonly Word[])[],
  kind: TextKind,
): ScriptTitle {
  const own = (given ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (own !== "") return { title: clip(own, maxGivenLength).trim(), source: "given" };
  const accusing = lines.map((line, at) => accuses(line.text, words[at] ?? []));
  // No title from an accusation; a report loses only those lines.
  if (accusing.includes(true) && kind !== "news") return { title: untitled, source: "topic" };
  const accused = new Set(
    words.flatMap((ofLine, at) =>
      accusing[at] ? ofLine.flatMap(({ surface, subdetail }) => (subdetail === "人名" ? [surface] : [])) : [],
    ),
  );
  const usable = lines.map(
    ({ text }, at) =>
      !accusing[at] &&
      !/^[（(][^（）()]*[）)]$/u.test(text) &&
      ![...accused].some((name) => text.includes(name)),
  );
  const first = lines[0];
  if (first?.kind === "heading" && usable[0] && !articleNumber.test(first.text)) {
    const plain = withoutMarks(first.text);
    const clipped = clipAtWord(plain, maxDerivedLength, words[0] ?? []);
    const title = tidyEnd(clipped, plain.length > maxDerivedLength);
    if (title !== "") return { title, source: "heading" };
  }
  const congratulated = kind === "celebration" ? congratulation(lines) : null;
  if (congratulated !== null) return { title: congratulated, source: "topic" };
  const joined = usable[0] ? joinedTitle(lines, kind) : null;
  if (joined !== null) return { title: joined, source: "sentence" };
  for (const [at, line] of lines.entries()) {
    if (!usable[at]) continue;
    const made = titleFromSentence(line.text, words[at] ?? []);
    if (made && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(made.title)) return made;
  }
  const at = usable.indexOf(true);
  const line = lines[at];
  if (!line) return { title: untitled, source: "topic" };
  const cut = tidyEnd(clipAtWord(withoutMarks(line.text), maxDerivedLength, words[at] ?? []), true);
  const title = cut === "" ? clip(line.text, maxDerivedLength).trim() : cut;
  return { title: title === "" ? untitled : title, source: "sentence" };
}
