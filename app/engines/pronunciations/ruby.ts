import { toKatakana } from "./katakana.ts";

/** Titles at most, no sentences. */
const base = "[^｜|《》\\n]{1,40}";
const kana = "[ぁ-ゖァ-ヺー・゛゜ゝゞ 　]{1,60}";

/** ｜base《kana》; 漢字《かんじ》, whose base is the letters of one kind before. */
const ruby = new RegExp(
  `[｜|](${base})《(${kana})》|([\\p{Script=Han}々〆ヶ]{1,40}|[ァ-ヴー]{1,40}|[A-Za-z]{1,40})《(${kana})》`,
  "gu",
);
/** 山田太郎（やまだ・たろう）, as in news and encyclopedias. */
const bracketed =
  /([\p{Script=Han}々]{1,10})((?:さん|氏|選手|監督|教授|議員|容疑者|首相|市長|知事)?)[（(]([ぁ-ゖー][ぁ-ゖー・ 　]{0,30}[ぁ-ゖー])[)）]/gu;
const remark =
  /^(?:あと|ただ|または|あるいは|もしく|なお|つまり|すなわち|たと|およ|ならび|など|ほか|から|まで|いま|すぐ|さらに|もちろん|おまけ|おそら|たぶん|かも|はず|のみ|だけ|ここ|そこ|あれ|これ|それ|うそ|ひと|みんな|いつ|どこ|だれ|なぜ|もし|やや|かなり|とても|すべて|ちょっと|そのう|うち)|(?:です|ます|した|ない|だね|だよ|かな|など|ごろ|ほど|だけ|のみ|から|まで|より|つき|あり|なし|とも|いり|むけ|よう)$/u;

/** One to four kana per kanji, fewer for many. */
function canBeReadingOf(kanji: string, reading: string): boolean {
  const count = reading.replace(/[・ 　]/g, "").length;
  return (
    count <= 4 * kanji.length + 1 &&
    count >= (kanji.length < 3 ? kanji.length : 1.3 * kanji.length) &&
    !remark.test(reading)
  );
}

/** 1958年《ブラック・シリーズ》 names a work. */
const isTitle = (base: string, reading: string) =>
  /・/.test(reading) || (/[年月日]$/.test(base) && /^[ァ-ヺー]+$/.test(reading));

/** Ruby replaces its base, in katakana: ｜宇宙《そら》, 宇宙《そら》 (Aozora Bunko), 東京（とうきょう）, HTML's `<ruby>`. Other 《》 stay. */
export function speakRuby(text: string): string {
  return plainRuby(text)
    .replace(ruby, (written, marked?: string, over?: string, plain?: string, reading?: string) =>
      plain && isTitle(plain, reading ?? "") ? written : longVowels(over ?? reading ?? marked ?? ""),
    )
    .replace(bracketed, (written: string, kanji: string, title: string, reading: string) =>
      canBeReadingOf(kanji, reading) ? longVowels(reading) + title : written,
    );
}

/** とうきょう is トーキョー. */
function longVowels(reading: string): string {
  return (toKatakana(reading.replace(/[゛゜ゝゞ]/g, "")) ?? reading)
    .replace(/(?<=[オコソトノホモヨロゴゾドボポョ])ウ/g, "ー")
    .replace(/(?<=[エケセテネヘメレゲゼデベペェ])イ/g, "ー");
}

/** Writes HTML's `<ruby>` as ｜base《kana》; other tags stay. */
export function plainRuby(text: string): string {
  if (!/<ruby/i.test(text)) return text;
  return text.replace(
    /<ruby(?: [^<>]{0,60})?>((?:(?!<\/?ruby)[\s\S]){1,600})<\/ruby>/gi,
    (_, inside: string) =>
      inside
        .replace(/<rp>[^<]{0,4}<\/rp>|<\/?(?:rb|rtc)>/gi, "")
        .replace(/([^<]{1,40})<rt>([^<]{1,60})<\/rt>/gi, "｜$1《$2》"),
  );
}

/** 宇宙《そら》 becomes ｜宇宙《そら》, whose reading a script keeps without showing it (`withoutPlaceReadings`). */
export function markRuby(text: string): string {
  return text.replace(
    ruby,
    (all: string, _marked?: string, _over?: string, written?: string, reading = "") =>
      written && /^[ぁ-ゖァ-ヺー]+$/u.test(reading) ? `｜${written}《${reading}》` : all,
  );
}

/** 宇宙《そら》 is 宇宙. */
export function withoutRuby(text: string): string {
  return plainRuby(text).replace(ruby, (_, marked?: string, _over?: string, written?: string) => {
    return marked ?? written ?? "";
  });
}
