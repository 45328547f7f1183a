/** Years, months and days, clock times, telephone numbers, fractions, money and ranges, written as they are read aloud. */
export function spellOutNumbers(text: string): string {
  const steps = [spellOutTelephones, spellOutDates, spellOutTimes, spellOutFractions, spellOutAmounts];
  return steps.reduce((t, step) => step(t), text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ""));
}

const digitNames = ["ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー"];

/** Digits one by one; a hyphen is the の of telephone numbers. */
function digitByDigit(digits: string): string {
  return Array.from(digits, (c) => digitNames[Number(c)] ?? "の、").join("");
}

function spellOutTelephones(t: string): string {
  return t
    .replace(/〒 ?(\d{3}-\d{4})(?!\d)/g, (_, code: string) => `郵便番号${digitByDigit(code)}`)
    .replace(
      /\+(\d{1,3}-\d{1,4}-\d{1,4}-\d{3,4})(?![\d-])/g,
      (_, phone: string) => `プラス${digitByDigit(phone)}`,
    )
    .replace(/\((0\d{1,4})\) ?(?=\d{1,4}-\d{3,4}(?![\d-]))/g, "$1-")
    .replace(/(?<![\d-])0\d{1,4}-\d{1,4}-\d{3,4}(?![\d-])/g, digitByDigit)
    .replace(/(?<!\d)110番/g, "ヒャクトー番")
    .replace(/内線 ?(\d+)/g, (_, digits: string) => `内線${digitByDigit(digits)}`);
}

const weekdays = "月火水木金土日";
/** What follows a month and a day, and no fraction. */
const afterDate = `\\s*(?:\\([${weekdays}](?:・?祝)?\\)|から|まで|に(?!減|増|な|し|分|切|縮|短|圧|抑|当|相|あた)|[~～〜]|付|開催|発売|公開|締|更新|生まれ|時点|現在|頃|ごろ)`;

function spellOutDates(t: string): string {
  return t
    .replace(
      /(?<![\d.])(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?![\d.])/g,
      (_, y, __, m, d) => `${y}年${Number(m)}月${Number(d)}日`,
    )
    .replace(/(?<![\d./])((?:19|20)\d{2})\/(0?[1-9]|1[0-2])(?![\d./])/g, (_, y, m) => `${y}年${Number(m)}月`)
    .replace(
      new RegExp(
        `(?<![\\d./])(0?[1-9]|1[0-2])/(0?[1-9]|[12]\\d|3[01])(?![\\d./]|[%個杯本枚])(${afterDate})?`,
        "g",
      ),
      (all: string, m: string, d: string, after: string | undefined) =>
        // What no date follows is a fraction when it is one that is used: less than one, of halves to tenths.
        after === undefined &&
        ((Number(m) < Number(d) && Number(d) <= 10 && !/^0/.test(m)) || Number(d) === 100)
          ? all
          : `${Number(m)}月${Number(d)}日${after ?? ""}`,
    )
    .replace(/([RHS])(\d{1,2})(?=年)/g, (_, era: string, year) => `${eras[era]}${year}`)
    .replace(
      new RegExp(`\\(([${weekdays}])(?:・?祝)?\\)(?=([はがのにもをと、。 〜~]|から|まで|[^ぁ-ん]|$))`, "g"),
      "、$1曜日、",
    )
    .replace(
      new RegExp(`(?<![\\p{L}])([${weekdays}])[~～〜-]([${weekdays}])(?![\\p{Script=Han}])`, "gu"),
      (_, first: string, last: string) => `${weekdayNames[first]}カラ${weekdayNames[last]}`,
    )
    .replace(/(?<=月)1日(?!間)/g, "ツイタチ")
    .replace(/(?<=毎月|先月|来月|今月の?)1日(?!間)|(?<!\d)1日(?=、[月火水木金土日]曜日)/g, "ツイタチ")
    .replace(/(?<![\d月])1日中/g, "イチニチジュー")
    .replace(/(?<!\d)曜日、、/g, "曜日、")
    .replace(/(?<=曜日、)(?=[~～〜])/g, "");
}

const weekdayNames: Record<string, string> = {
  月: "ゲツ",
  火: "カ",
  水: "スイ",
  木: "モク",
  金: "キン",
  土: "ド",
  日: "ニチ",
};

const eras: Record<string, string> = { R: "令和", H: "平成", S: "昭和" };

function spellOutTimes(t: string): string {
  return t
    .replace(
      /(?<![\d:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])/g,
      (_, h, m, s) => `${Number(h)}時間${Number(m)}分${Number(s)}秒`,
    )
    .replace(
      /(?<![\d:])(\d+):(\d+)(?=の?(?:割合|比|画面|アスペクト|映像|配合|縮尺))|(?<![\d:])(\d{1,3}):(\d)(?![\d:])/g,
      (_, a, b, c, d) => `${a ?? c}対${b ?? d}`,
    )
    .replace(
      /(?<![\d:])([01]?\d|2\d):([0-5]\d)(?![\d:])/g,
      (_, h, m) => `${Number(h)}時${m === "00" ? "" : `${Number(m)}分`}`,
    )
    .replace(/\b(AM|PM) ?(?=\d{1,2}時)/gi, (_, half: string) =>
      half.toUpperCase() === "AM" ? "午前" : "午後",
    )
    .replace(
      /(\d{1,2})時(\d{1,2}分)? ?([AP])M\b/gi,
      (_, h, m: string | undefined, half: string) =>
        `${half.toUpperCase() === "A" ? "午前" : "午後"}${h}時${m ?? ""}`,
    )
    .replace(/(?<![\d.])0時(?!間)/g, "レージ");
}

const kanjiNumber = "[一二三四五六七八九十百千万]";

function spellOutFractions(t: string): string {
  return (
    t
      .replace(/(?<=\d)⁄(?=\d)/g, "/")
      .replace(/(?<![\d/.])(\d+)\/(\d+)(?![\d/.])/g, (all, n, d) =>
        Number(n) < Number(d) ? `${d}ブンノ${n}` : all,
      )
      .replace(new RegExp(`(?<=\\d|${kanjiNumber}|数)分の(?=\\d|${kanjiNumber})`, "g"), "ブンノ")
      // Before ブンノ ten is ジュー, whatever minutes would be.
      .replace(/(?<![\p{Script=Han}])(数?)(?=[一二三四五六七八九十百千万]ブンノ)/gu, (_, some) =>
        some ? "スー" : "",
      )
      .replace(/(?<!\p{Script=Han})数ブンノ/gu, "スーブンノ")
  );
}

const currencies: readonly [RegExp, string][] = [
  [/[¥￥] ?(\d[\d.]*)([万億兆]?)(?!円)/g, "円"],
  [/\$ ?(\d[\d.]*)([万億兆]?)/g, "ドル"],
  [/€ ?(\d[\d.]*)([万億兆]?)/g, "ユーロ"],
  [/£ ?(\d[\d.]*)([万億兆]?)/g, "ポンド"],
];

const someNumbers = "一二三四五六七八九";
const someReadings = ["", "", "ニ", "サン", "シ", "ゴ", "ロク", "シチ", "ハチ", "ク"];

function spellOutAmounts(t: string): string {
  return (
    currencies
      .reduce((amounts, [sign, name]) => amounts.replace(sign, `$1$2${name}`), t)
      // About so many: 二、三日, 五、六人.
      .replace(
        /([二三四五六七八])、([三四五六七八九])(?=日|人|年|回|本|個|時間|分|か月|週間|枚|件)(日?)/gu,
        (all, a: string, b: string, day: string) => {
          const [first, second] = [someNumbers.indexOf(a) + 1, someNumbers.indexOf(b) + 1];
          if (second !== first + 1) return all;
          return day ? `${someReadings[first]}${someReadings[second]}ニチ` : `${someReadings[first]}${b}`;
        },
      )
      .replace(/(?<!\d)1000(?=[万億兆])/g, "一千")
      .replace(/(?<=[\d年月日時分円%度]|ツイタチ|曜日、)[ ]*[~～〜][ ]*(?=\d)/g, "から")
      .replace(/(?<=[\da-zA-Z%円分時])[~～〜](?=$|[、。\s(])/g, "から")
      .replace(/(^|[^\p{L}\d)])[-−](?=\d)/gmu, "$1マイナス")
      .replace(/(?<=\d)-(?=\d+で(?:勝|負|敗|引|リード))/g, "対")
      .replace(/(?<=\d) ?(?:−|-(?=\d+ ?=)) ?(?=\d)/g, "マイナス")
      .replace(/(?<=\d)-(?=\d)/g, "、")
      // Several points: a version or an address, not a number.
      .replace(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll(".", "テン"))
  );
}
