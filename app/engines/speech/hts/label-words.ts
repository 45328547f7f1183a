import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";
import { moraeOfKana, soundOf } from "./morae.ts";

/** Codes of part of speech and conjugation. */
export interface LabelWord {
  moras: number;
  part: string;
  conjugation: string;
  form: string;
}

/** Open JTalk's codes of IPADIC's; the first match counts. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^感動詞|^フィラー/, "09"],
  [/^形容詞,接尾|^動詞,接尾|^名詞,接尾/, "15"],
  [/^形容詞/, "01"],
  [/^助詞,格助詞/, "13"],
  [/^助詞,係助詞/, "24"],
  [/^助詞,終助詞/, "14"],
  [/^助詞,接続助詞/, "12"],
  [/^助詞,副助詞,/, "11"],
  [/^助詞/, "23"],
  [/^助動詞/, "10"],
  [/^接続詞/, "08"],
  [/^接頭詞/, "16"],
  [/^動詞,非自立/, "17"],
  [/^動詞/, "20"],
  [/^副詞/, "06"],
  [/^連体詞/, "07"],
  [/^名詞,サ変接続/, "03"],
  [/^名詞,形容動詞語幹/, "19"],
  [/^名詞,固有名詞/, "18"],
  [/^名詞,数/, "05"],
  [/^名詞,代名詞/, "04"],
  [/^名詞,非自立/, "22"],
  [/^名詞/, "02"],
];
const conjugations: readonly (readonly [RegExp, string])[] = [
  [/^カ変/, "5"],
  [/^サ変/, "4"],
  [/^一段/, "3"],
  [/^形容詞|^特殊/, "7"],
  [/^五段/, "1"],
  [/^(?:ラ変|四段|[上下]二|不変化|文語)/, "6"],
];
const forms: readonly (readonly [RegExp, string])[] = [
  [/仮定/, "4"],
  [/基本形/, "2"],
  [/^未然/, "0"],
  [/^命令/, "5"],
  [/^体言接続/, "3"],
  [/^連用/, "1"],
  [/^ガル接続/, "6"],
];
const unknown = "xx";

function codeOf(list: readonly (readonly [RegExp, string])[], name: string): string {
  return list.find(([pattern]) => pattern.test(name))?.[1] ?? unknown;
}

/** Never `xx` for sounds: to the voices it means silence, and costs nearly 3 dB. */
function labelWord(word: Word | undefined): Omit<LabelWord, "moras"> {
  if (!word) return { part: "02", conjugation: unknown, form: unknown };
  // The analyser lacks digits.
  const part = /^[\d.]+$/.test(word.surface) ? "05" : codeOf(parts, `${word.kind},${word.detail},`);
  return {
    part: part === unknown ? "02" : part,
    conjugation: codeOf(conjugations, word.conjugation),
    form: codeOf(forms, word.form),
  };
}

export function findWords(phrases: readonly AccentPhrase[], words: readonly Word[]): (Word | undefined)[][] {
  const sounds = phrases.flatMap(({ moras }) => moras.map(soundOf));
  const wordOfMora = alignWords(sounds, words);
  let at = 0;
  return phrases.map(({ moras }) =>
    moras.map(() => {
      const index = wordOfMora[at++];
      return index === undefined ? undefined : words[index];
    }),
  );
}

/** The words of each phrase with their codes; their morae are the phrase's. */
export function findLabelWords(wordsOf: readonly (readonly (Word | undefined)[])[]): LabelWord[][] {
  return wordsOf.map((ofMorae) => {
    const found: LabelWord[] = [];
    for (const [at, word] of ofMorae.entries()) {
      const last = found.at(-1);
      if (last && word === ofMorae[at - 1]) last.moras++;
      else found.push({ moras: 1, ...labelWord(word) });
    }
    return found;
  });
}

const gapCost = 1;
const mismatchCost = 1.5;
/** Cost of a sound in an unreadable word: digits, new names. */
const unreadCost = 0.4;

/** Aligns two dictionaries' readings of one text as cheaply as possible. Unread words take the remaining sounds. */
function alignWords(sounds: readonly string[], words: readonly Word[]): (number | undefined)[] {
  const units = words.flatMap((word, index): { index: number; sound: string | undefined }[] => {
    if (word.kind === "記号") return [];
    const morae = moraeOfKana(word.pronunciation ?? "");
    if (morae.length === 0) return [{ index, sound: undefined }];
    return morae.map((mora) => ({ index, sound: soundOf(mora) }));
  });
  const width = units.length + 1;
  const cost = new Float64Array((sounds.length + 1) * width);
  const step = new Uint8Array(cost.length);
  for (let s = 0; s <= sounds.length; s++) {
    for (let u = 0; u <= units.length; u++) {
      if (s === 0 && u === 0) continue;
      const unit = units[u - 1];
      const isUnread = unit !== undefined && unit.sound === undefined;
      const at = s * width + u;
      const match = unit && unit.sound === sounds[s - 1] ? 0 : mismatchCost;
      const together =
        s > 0 && u > 0 ? (cost[at - width - 1] ?? 0) + (isUnread ? unreadCost : match) : Infinity;
      const onlySound = s > 0 ? (cost[at - width] ?? 0) + (isUnread ? unreadCost : gapCost) : Infinity;
      const onlyUnit = u > 0 ? (cost[at - 1] ?? 0) + (isUnread ? unreadCost : gapCost) : Infinity;
      const least = Math.min(together, onlySound, onlyUnit);
      cost[at] = least;
      step[at] = least === together ? 0 : least === onlySound ? 1 : 2;
    }
  }
  const found: (number | undefined)[] = [];
  for (let s = sounds.length, u = units.length; s > 0; ) {
    const taken = step[s * width + u];
    if (taken !== 2) {
      // An unmatched sound belongs to the word before.
      found[s - 1] = units[u - 1]?.index ?? units[0]?.index;
      s--;
    }
    if (taken !== 1) u--;
  }
  return found;
}
