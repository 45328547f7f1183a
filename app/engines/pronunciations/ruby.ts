import { toKatakana } from "./katakana.ts";

/** What ruby may stand over, and its kana: a title at most, no sentence. */
const base = "[^｜|《》\\n]{1,40}";
const kana = "[ぁ-ゖァ-ヺー・゛゜ゝゞ 　]{1,60}";

/** ｜base《kana》, and 漢字《かんじ》, whose base goes back as far as the letters are of one kind. */
const ruby = new RegExp(
  `[｜|](${base})《(${kana})》|([\\p{Script=Han}々〆ヶ]{1,40}|[ァ-ヴー]{1,40}|[A-Za-z]{1,40})《(${kana})》`,
  "gu",
);
/** 山田太郎（やまだ・たろう）: a reading in brackets, as news and encyclopedias give it. */
const bracketed =
  /([\p{Script=Han}々]{1,10})((?:さん|氏|選手|監督|教授|議員|容疑者|首相|市長|知事)?)[（(]([ぁ-ゖー][ぁ-ゖー・ 　]{0,30}[ぁ-ゖー])[)）]/gu;
/** Words in brackets that are no reading of what precedes them. */
const remark =
  /^(?:あと|ただ|または|あるいは|もしく|なお|つまり|すなわち|たと|およ|ならび|など|ほか|から|まで|いま|すぐ|さらに|もちろん|おまけ|おそら|たぶん|かも|はず|のみ|だけ|ここ|そこ|あれ|これ|それ|うそ|ひと|みんな|いつ|どこ|だれ|なぜ|もし|やや|かなり|とても|すべて|ちょっと|そのう|うち)|(?:です|ます|した|ない|だね|だよ|かな|など|ごろ|ほど|だけ|のみ|から|まで|より|つき|あり|なし|とも|いり|むけ|よう)$/u;

/** Whether kana of this length can be how so many kanji are read: one to four each, fewer where there are many. */
function canBeReadingOf(kanji: string, reading: string): boolean {
  const count = reading.replace(/[・ 　]/g, "").length;
  return (
    count <= 4 * kanji.length + 1 &&
    count >= (kanji.length < 3 ? kanji.length : 1.3 * kanji.length) &&
    !remark.test(reading)
  );
}

/**
 * Text with ruby in place of what it stands over, in katakana: ｜宇宙《そら》 and 宇宙《そら》 (Aozora Bunko's), 東京（とうきょう）,
 * and `<ruby>` of HTML. 《》 around other words stay.
 */
export function speakRuby(text: string): string {
  return plainRuby(text)
    .replace(ruby, (_, marked?: string, over?: string, _plain?: string, reading?: string) =>
      longVowels(over ?? reading ?? marked ?? ""),
    )
    .replace(bracketed, (written: string, kanji: string, title: string, reading: string) =>
      canBeReadingOf(kanji, reading) ? longVowels(reading) + title : written,
    );
}

/** とうきょう is トーキョー when it is spoken. */
function longVowels(reading: string): string {
  return (toKatakana(reading.replace(/[゛゜ゝゞ]/g, "")) ?? reading)
    .replace(/(?<=[オコソトノホモヨロゴゾドボポョ])ウ/g, "ー")
    .replace(/(?<=[エケセテネヘメレゲゼデベペェ])イ/g, "ー");
}

/** `<ruby>` of HTML as ｜base《kana》. Other tags stay. */
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

/** The text without ruby, as it is written: 宇宙《そら》 is 宇宙. */
export function withoutRuby(text: string): string {
  return plainRuby(text).replace(ruby, (_, marked?: string, _over?: string, written?: string) => {
    return marked ?? written ?? "";
  });
}
