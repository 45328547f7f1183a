import type { Word } from "#app/engines/words/analyze-words.ts";
import type { Line } from "./read-blocks.ts";

const maxVerses = 150;
/** Morae of haiku and tanka, give or take one. */
const metres = [17, 31];

/** NaN if a reading is unknown. */
function countMorae(words: readonly Word[]): number {
  return words.reduce((sum, { kind, surface, pronunciation }) => {
    if (kind === "記号") return sum;
    const kana =
      pronunciation ?? (/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(surface) ? surface : null);
    return kana === null ? Number.NaN : sum + kana.replace(/[ァィゥェォャュョゃゅょぁぃぅぇぉ]/gu, "").length;
  }, 0);
}

/**
 * At least four short lines that hardly end sentences, or haiku or tanka.
 *
 * @param words of each line; without them no metre
 */
export function isPoem(lines: readonly Line[], words: readonly (readonly Word[])[] = []): boolean {
  if (lines.length === 0 || lines.length > maxVerses) return false;
  if (lines.some(({ kind, text }) => kind === "item" || /[：:]|[#＃]\S/u.test(text))) return false;
  const verses = lines.filter(({ kind }) => kind === "sentence");
  const unended = verses.filter(({ text }) => !/[。．.！!]$/u.test(text));
  const metric = lines.filter(({ text }, at) => {
    const morae = countMorae(words[at] ?? []);
    return !/[。、]/u.test(text) && metres.some((metre) => Math.abs(morae - metre) <= 1);
  });
  if (metric.length >= Math.max(1, lines.length * 0.6) && unended.length === verses.length) return true;
  if (lines.length < 4 || verses.length < lines.length - 1) return false;
  if (verses.filter(({ text }) => text.includes("「")).length > verses.length * 0.3) return false;
  const short = verses.filter(({ text }) => text.length <= 25 && /[ぁ-んァ-ヶ\p{Script=Han}]/u.test(text));
  return short.length >= verses.length * 0.85 && unended.length >= verses.length * 0.8;
}

const fieldNames =
  /^(?:日時|日にち|期間|場所|会場|時間|対象|持ち物|料金|定員|申込|行き先|電話|住所|備考|材料|用意|内容|[QＱAＡ問答]\d{0,2}|注意?|例|追記|件名)$/u;

/** The name before a colon or quotation; null for nobody. */
export function nameOfPlayLine(text: string): string | null {
  const name = /^([^「」『』。、\s:：（）()]{1,10})(?:[:：]\s*\S|「[^」]+」$)/su.exec(text)?.[1];
  return name === undefined || fieldNames.test(name) || /[はがをにでともへの]$/u.test(name) ? null : name;
}

/** Whether a line is a direction in brackets, or a scene's number. */
export const isDirection = (text: string): boolean =>
  /^[（(][^（）()]+[）)]$|^第[一二三四五六七八九十\d]+[場幕景](?:[\s　]|$)/u.test(text);

/** Two people speak, one more than once. */
export function isPlay(lines: readonly Line[]): boolean {
  const names = lines.map(({ text }) => nameOfPlayLine(text));
  const named = names.filter((name) => name !== null);
  const different = new Set(named);
  if (different.size < 2 || named.length <= different.size) return false;
  // Only a line's first sentence has the name.
  const rows = new Set(lines.map(({ paragraph }) => paragraph));
  const spoken = new Set(lines.filter((_, at) => names[at] !== null).map(({ paragraph }) => paragraph));
  const directed = new Set(
    lines.filter(({ text, kind }) => isDirection(text) || kind === "heading").map((l) => l.paragraph),
  );
  if (rows.size > 1) return spoken.size + directed.size >= rows.size * 0.7;
  return named.length >= lines.length * 0.5;
}
