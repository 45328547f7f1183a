import type { AccentPhrase } from "./front-end.ts";
import { type Mora, moraeOfKana, moraOfPhonemes, soundOf } from "./morae.ts";

/**
 * Accents that the front end has wrong, in katakana: `'` stands after the mora that the pitch falls after. A rule holds wherever its
 * morae are in a phrase, with `start` only where the phrase begins with them, with `flat` only where the front end found no fall.
 */
const rules: readonly (readonly [string, "always" | "flat" | "start"])[] = [
  // The polite negation has an accent of its own, whatever the verb's: 始めませ'ん, 見つかりませ'んでした.
  ["マセ'ン", "always"],
  // ない after a verb without an accent: 始めな'ければ, くれな'かったの.
  ["ナ'ケレバ", "flat"],
  ["ナ'カッタ", "flat"],
  ["ナ'クテ", "flat"],
  ["デショ'ー", "flat"],
  ["デ'シタ", "flat"],
  ["ゴザイマ'ス", "always"],
  ["ソ'ーデス", "start"],
  // Numbers of people and others whose accent is not that of the number.
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
    /** Morae of the rule before the fall. */
    accent: moraeOfKana(before).length,
    when,
  };
});

/** What is denied stands in a phrase of its own: the front end says こと'はありません in one. */
const denial = soundsOf(moraeOfKana("アリマセン"));
const particlesBeforeDenial = new Set(["wa", "mo", "ga"]);
const minMoraeBeforeDenial = 3;

/** The phrases with accents that the front end has wrong mended. */
export function mendAccents(phrases: readonly AccentPhrase[]): AccentPhrase[] {
  return phrases.flatMap(splitDenial).map(sayYu).map(leaveSpecialMora).map(mendAccent);
}

const longVowels = /^[aiueo]$/;

/**
 * The pitch never falls after ン, ッ or the second half of a long vowel, but a mora earlier: とうきょ'うと, さ'んまい. The front end adds up
 * the accents of the parts of a compound without regard to that.
 */
function leaveSpecialMora(phrase: AccentPhrase): AccentPhrase {
  const { moras, accent } = phrase;
  const [before, mora, after] = [moras[accent - 2], moras[accent - 1], moras[accent]];
  // A flat phrase ends with what looks like its accent.
  if (!before || !mora || !after) return phrase;
  const sound = soundOf(mora);
  const isLong = (first: Mora, second: Mora) =>
    longVowels.test(soundOf(second)) && soundOf(first).endsWith(soundOf(second));
  // 思お'う has a long vowel after the one that falls.
  const isSpecial = sound === "N" || sound === "cl" || (isLong(before, mora) && !isLong(mora, after));
  return isSpecial ? { ...phrase, accent: accent - 1 } : phrase;
}

/** 言う is written いう and said ユー. */
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

/** What is left of a phrase that is cut: what follows it follows its last part. */
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

/** Where these sounds begin, in morae. */
function findMora(moras: readonly Mora[], sounds: string): number | undefined {
  const at = ` ${soundsOf(moras)}`.indexOf(` ${sounds}`);
  return at < 0 ? undefined : soundsOf(moras).slice(0, at).split(" ").length - 1;
}

/** Each with a space behind it, so that what is looked for begins where a mora does. */
function soundsOf(moras: readonly Mora[]): string {
  return moras.map((mora) => `${soundOf(mora)} `).join("");
}
