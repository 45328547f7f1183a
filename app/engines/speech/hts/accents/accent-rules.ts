import type { AccentPhrase } from "../front-end.ts";
import { type Mora, moraeOfKana, moraOfPhonemes, soundOf } from "../morae.ts";

/**
 * Wrong accents of the front end; `'` follows the mora of the fall. `start`: only at a phrase's beginning; `flat`: only without
 * a fall.
 */
const rules: readonly (readonly [string, "always" | "flat" | "start"])[] = [
  // The polite negation's own accent: 始めませ'ん, 見つかりませ'んでした.
  ["マセ'ン", "always"],
  // ない after unaccented verbs: 始めな'ければ, くれな'かったの.
  ["ナ'ケレバ", "flat"],
  ["ナ'カッタ", "flat"],
  ["ナ'クテ", "flat"],
  ["デショ'ー", "flat"],
  ["デ'シタ", "flat"],
  ["ゴザイマ'ス", "always"],
  ["ソ'ーデス", "start"],
  ["ト'ーシテ", "start"],
  ["タクサ'ンノ", "start"],
  ["サンニ'ン", "start"],
  ["ヨニ'ン", "start"],
  ["ゴニ'ン", "start"],
  ["サンカ'イ", "start"],
  ["ココノカ'", "start"],
  ["コーコ'ーセー", "start"],
];

const parsedRules = rules.map(([kana, when]) => {
  const [before = "", after = ""] = kana.split("'");
  return {
    sounds: soundsOf(moraeOfKana(before + after)),
    /** In morae, before the fall. */
    accent: moraeOfKana(before).length,
    when,
  };
});

/** A phrase of its own; the front end joins こと'はありません. */
const denial = soundsOf(moraeOfKana("アリマセン"));
const particlesBeforeDenial = new Set(["wa", "mo", "ga"]);
const minMoraeBeforeDenial = 3;

/** Mends the front end's wrong accents. */
export function mendAccents(phrases: readonly AccentPhrase[]): AccentPhrase[] {
  return phrases.flatMap(splitDenial).map(sayYu).map(leaveSpecialMora).map(mendAccent);
}

const longVowels = /^[aiueo]$/;

/**
 * Pitch never falls after ン, ッ or a long vowel's second half, but a mora earlier: とうきょ'うと, さ'んまい. The front end ignores that in
 * compounds.
 */
export function leaveSpecialMora(phrase: AccentPhrase): AccentPhrase {
  const { moras, accent } = phrase;
  const [before, mora, after] = [moras[accent - 2], moras[accent - 1], moras[accent]];
  // A flat phrase's end looks like its accent.
  if (!before || !mora || !after) return phrase;
  const sound = soundOf(mora);
  const isLong = (first: Mora, second: Mora) =>
    longVowels.test(soundOf(second)) && soundOf(first).endsWith(soundOf(second));
  // 思お'う has a long vowel after the fall.
  const isSpecial = sound === "N" || sound === "cl" || (isLong(before, mora) && !isLong(mora, after));
  return isSpecial ? { ...phrase, accent: accent - 1 } : phrase;
}

/** いう is said ユー. */
function sayYu(phrase: AccentPhrase): AccentPhrase {
  const [first, second, ...rest] = phrase.moras;
  if (!first || !second || soundOf(first) !== "i" || soundOf(second) !== "u") return phrase;
  return { ...phrase, moras: [moraOfPhonemes(["y", "u"]), second, ...rest] };
}

function mendAccent(phrase: AccentPhrase): AccentPhrase {
  const { moras } = phrase;
  for (const { sounds, accent, when } of parsedRules) {
    const at = findMora(moras, sounds);
    if (at === undefined || (when === "flat" && phrase.accent < moras.length)) continue;
    if (when !== "start" || at === 0) return { ...phrase, accent: at + accent };
  }
  return phrase;
}

/** What follows the phrase follows its last part. */
export const withoutEnd = (phrase: AccentPhrase): AccentPhrase => ({
  ...phrase,
  isQuestion: false,
  hasPauseAfter: false,
  pause: undefined,
});

function splitDenial(phrase: AccentPhrase): AccentPhrase[] {
  const { moras } = phrase;
  const at = findMora(moras, denial);
  const particle = at === undefined ? undefined : moras[at - 1];
  if (
    at === undefined ||
    at < minMoraeBeforeDenial ||
    !particle ||
    !particlesBeforeDenial.has(soundOf(particle))
  )
    return [phrase];
  const before = moras.slice(0, at);
  return [
    {
      ...withoutEnd(phrase),
      moras: before,
      accent: Math.min(phrase.accent, before.length),
    },
    { ...phrase, moras: moras.slice(at), accent: moras.length - at },
  ];
}

function findMora(moras: readonly Mora[], sounds: string): number | undefined {
  const at = ` ${soundsOf(moras)}`.indexOf(` ${sounds}`);
  return at < 0 ? undefined : soundsOf(moras).slice(0, at).split(" ").length - 1;
}

/** A space after each sound, so that matches begin at morae. */
function soundsOf(moras: readonly Mora[]): string {
  return moras.map((mora) => `${soundOf(mora)} `).join("");
}
