import { someNumbers, spellOutAmounts, spellOutHyphens } from "./amounts-and-ranges.ts";

/** Years, dates, times, telephone numbers, fractions, money and ranges as read aloud. */
export function spellOutNumbers(text: string): string {
  const steps = [
    spellOutTelephones,
    spellOutMinus,
    spellOutDates,
    spellOutTimes,
    spellOutFractions,
    spellOutAmounts,
    spellOutHyphens,
  ];
  const plain = text
    .replace(/(?<=\d)[―—─](?=\d)/g, "-")
    .replace(/[‐‑‒–](?= ?[¥$]?\d)|(?<!\d ?)−(?= ?[¥$]?\d)/g, "-")
    // The minus sign of Japanese keyboards is a hyphen, but for sums.
    .replace(/[^。\n]+/g, (sentence) =>
      sum.test(sentence) ? sentence : sentence.replace(/(?<=\d)−(?=\d)/g, "-"),
    )
    .replace(/(?<=\d(世紀|年代|[年月日時歳人章巻話]))[-−](?=\d+\1)/g, "から")
    .replace(/(?<=(?:19|20)\d\d)-(?=\d\d(?:シーズン|年度?))/g, "から")
    .replace(/(?<=\d年)0(?=\d月)|(?<=\d月)0(?=\d日)/g, "")
    // Newspapers write 1・4キロ for 1.4, and 三・二キロ in columns.
    .replace(
      new RegExp(
        `(?<![〇一二三四五六七八九十百千万・\\d])([〇一二三四五六七八九]|[一二三四五六七八九]?十[一二三四五六七八九]?)・([〇一二三四五六七八九]{1,2})(?=${decimalUnits})|(?<=率[はが、]?)([〇一二三四五六七八九])・([〇一二三四五六七八九]{2,3})`,
        "g",
      ),
      (_, whole: string = "", part: string = "", rate: string = "", rest: string = "") =>
        `${arabic(whole + rate)}.${arabic(part + rest)}`,
    )
    .replace(
      new RegExp(
        `(?<![\\d・.])(\\d+)・(?=\\d{1,2}(?:${decimalUnits}))|(?<=率[はが、]?\\d+)・(?=\\d{2,3}(?!\\d))`,
        "g",
      ),
      "$1.",
    )
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    // 5万0731, 1億0200万: zeros only keep the place.
    .replace(/(?<=\d[十百千万億兆])0+(?=[1-9])/g, "")
    .replace(/(?<=\d[億兆])0+[万億]/g, "");
  return steps.reduce((t, step) => step(t), plain);
}

/** Kanji below 100 in digits: 三十二 32, 〇五 05. */
function arabic(kanji: string): string {
  const [tens = "", ones = ""] = kanji.includes("十") ? kanji.split("十") : ["", kanji];
  const digits = (text: string) => Array.from(text, (digit) => someNumbers.indexOf(digit) + 1).join("");
  return kanji.includes("十") ? `${digits(tens) || 1}${digits(ones) || 0}` : digits(ones);
}

const sum = /[=≒≠<>≧≦×÷+]|計算|引き?算|足し算|答え|マイナス|式|^[\d ]+−[\d ]+$/;
const decimalUnits =
  "%|パーセント|キロ|メートル|センチ|ミリ|グラム|トン|リットル|ヘクタール|アール|カラット|平方|立方|[kcm]?m(?![A-Za-z])|k?g(?![A-Za-z])|倍|度|ポイント|億|万|兆|秒|インチ|光年";

const measured =
  "(?:[\\d.]+)[万億兆]?(?:%|°|℃|度|円|ドル|ポイント|点|人|件|kg|cm|mm|m|dB|ヘクト|百万|千円|億|万|ppm|V(?![A-Za-z]))";
/** Numbered, not negative: 表-1. */
const label = "[図表式紙号類章節項例録版室棟線機型番欄枠段]";

/**
 * The minus of figures, and ▲ and △ in accounts and results: omitting it would reverse the meaning. A hyphen after katakana or
 * Latin letters is a name's (アポロ-11) unless a unit follows.
 */
function spellOutMinus(t: string): string {
  return (
    t
      .replace(
        /([▲△☗☖]|(?<=先手[はの、]?|後手[はの、]?))([1-9])([一二三四五六七八九])(?:(歩)|(?=[香桂銀金角飛玉王と馬竜龍成同]))/g,
        (_, player: string, file: string, rank: string, pawn: string | undefined) =>
          `${/[▲☗]/.test(player) ? "先手" : player === "" ? "" : "後手"}${digitNames[Number(file)]}${digitNames[someNumbers.indexOf(rank) + 1]}${pawn ? "フ" : ""}`,
      )
      // 3x-4=0.
      .replace(/(?<=\d[a-z])-(?=\d+ ?=)|(?<=[=+] ?\d*[a-z])-(?=\d)/g, "マイナス")
      .replace(/[▲△] ?(?=[¥$]?\d)(?!\d{1,2}[階時月])/g, "マイナス")
      .replace(/(^|[=(<>≦≧、。:;,/~〜～\s「]|マイナスは|プラス|から)-(?=[¥$]?\d)(?!\d+-)/gm, "$1マイナス")
      .replace(
        new RegExp(`(?<=[\\p{Script=Han}\\p{Script=Hiragana}])(?<!${label})-(?=[¥$]?\\d)(?!\\d+-)`, "gu"),
        "マイナス",
      )
      .replace(new RegExp(`(?<=[\\p{L}])-(?=[¥$]?${measured})(?<!\\d[\\p{L}]?-)`, "gu"), "マイナス")
      .replace(/(?<=[はがをもにの比差額計益]|から|より)ー(?=[¥$]?\d)/g, "マイナス")
      .replace(/(?<=^|[\s(、。])ー(?=[¥$]?\d)/gm, "マイナス")
  );
}

const digitNames = ["ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー"];

/** The hyphen is the の of telephone numbers. */
function digitByDigit(digits: string): string {
  return Array.from(digits, (c) => digitNames[Number(c)] ?? "の、").join("");
}

/** Also 090 1234 5678 and 09012345678: no amount begins with a zero. */
function spellOutTelephones(t: string): string {
  return t
    .replace(/〒 ?(\d{3}-\d{4})(?!\d)/g, (_, code: string) => `郵便番号${digitByDigit(code)}`)
    .replace(
      /\+(\d{1,3}-\d{1,4}-\d{1,4}-\d{3,4})(?![\d-])/g,
      (_, phone: string) => `プラス${digitByDigit(phone)}`,
    )
    .replace(/\((0\d{1,4})\) ?(?=\d{1,4}-\d{3,4}(?![\d-]))/g, "$1-")
    .replace(/(?<![\d-])(0\d{1,4}) ?\((\d{1,4})\) ?(?=\d{3,4}(?![\d-]))/g, "$1-$2-")
    .replace(/(?<![\d.,-])(0\d{1,4}) (\d{1,4}) (\d{3,4})(?![\d-])/g, "$1-$2-$3")
    .replace(/(?<![\d.,-])(0[5-9]0)(\d{4})(\d{4})(?!\d)/g, "$1-$2-$3")
    .replace(/(?<![\d.,-])0\d{9}(?!\d)/g, digitByDigit)
    .replace(/(?<![\d-])0\d{1,4}-\d{1,4}-\d{3,4}(?![\d-])/g, digitByDigit)
    .replace(/(?<!\d)110番/g, "ヒャクトー番")
    .replace(/内線 ?(\d+)/g, (_, digits: string) => `内線${digitByDigit(digits)}`);
}

const weekdays = "月火水木金土日";
/** Follows a date, and no fraction. */
const afterDate = `\\s*(?:\\([${weekdays}祝](?:[・、,/]?[祝休])?日?\\)|から|まで|に(?!減|増|な|し|分|切|縮|短|圧|抑|当|相|あた)|[~～〜]|付|開催|発売|公開|締|更新|生まれ|時点|現在|頃|ごろ)`;

function spellOutDates(t: string): string {
  return (
    t
      // 容器の1/3まで水を, 約1/4から1/3に: fractions, not days.
      .replace(
        /(?<=約|およそ|ほぼ)([1-9])\/([2-9]|10)(?=から|まで|に)|(?<=[\p{Script=Han}ァ-ヶー]の)([1-4])\/([2-5])(?=まで[^。、]{0,8}(?:水|湯|油|満|入れ|注|減|縮|下[がげ]|使|読|飲|食べ|煮|短|落ち))/gu,
        (all: string, a?: string, b?: string, c?: string, d?: string) =>
          Number(a ?? c) < Number(b ?? d) ? `${b ?? d}ブンノ${a ?? c}` : all,
      )
      .replace(/(?<=ブンノ\d+から)(\d)\/(\d+)(?=に|へ|まで)/g, "$2ブンノ$1")
      // 4/1~4/7.
      .replace(
        /(?<![\d./])(1[0-2]|0?[1-9])\/(3[01]|[12]\d|0?[1-9]) ?[~～〜-] ?(1[0-2]|0?[1-9])\/(3[01]|[12]\d|0?[1-9])(?![\d./])/g,
        (_, m, d, toM, toD) => `${Number(m)}月${Number(d)}日から${Number(toM)}月${Number(toD)}日`,
      )
      .replace(
        /(?<![\d.])(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?![\d.])/g,
        (_, y, __, m, d) => `${y}年${Number(m)}月${Number(d)}日`,
      )
      .replace(
        /(?<![\d./])((?:19|20)\d{2})\/(0?[1-9]|1[0-2])(?![\d./])/g,
        (_, y, m) => `${y}年${Number(m)}月`,
      )
      .replace(
        new RegExp(
          `(?<![\\d./])(0?[1-9]|1[0-2])/(0?[1-9]|[12]\\d|3[01])(?![\\d./]|[%個杯本枚])(${afterDate})?`,
          "g",
        ),
        (all: string, m: string, d: string, after: string | undefined) =>
          // Without a date's follower it is a fraction if usual: less than one, halves to tenths.
          after === undefined &&
          ((Number(m) < Number(d) && Number(d) <= 10 && !/^0/.test(m)) || Number(d) === 100)
            ? all
            : `${Number(m)}月${Number(d)}日${after ?? ""}`,
      )
      .replace(
        /(?<![A-Za-z\d])([RHS])(\d{1,2})[./](\d{1,2})[./](\d{1,2})(?![\d.])/g,
        (_, era: string, y, m, d) => `${eras[era]}${y}年${Number(m)}月${Number(d)}日`,
      )
      .replace(/([RHS])(\d{1,2})(?=年)/g, (_, era: string, year) => `${eras[era]}${year}`)
      .replace(
        new RegExp(
          `\\(((?:[${weekdays}祝休][・、,/ ]?){1,7}|[${weekdays}][・、,/ ]?(?:祝日?|振替?休日?))(?:曜?日)?\\)`,
          "g",
        ),
        (_, days: string) => `、${daysInBrackets(days)}、`,
      )
      // 土・日, 月・水・金曜日.
      .replace(
        new RegExp(
          `(?:(?<![\\p{L}])|(?<=毎週|隔週))[${weekdays}](?:[・/][${weekdays}])+(?=・?祝|曜|[はにのがをも、。)\\s]|$)・?`,
          "gu",
        ),
        (days) => Array.from(days, (day) => weekdayNames[day] ?? "").join(""),
      )
      .replace(
        new RegExp(
          `(?<![\\p{Script=Han}\\p{Script=Katakana}A-Za-z])([${weekdays}])[~～〜-]([${weekdays}])(?![\\p{Script=Han}])`,
          "gu",
        ),
        (_, first: string, last: string) => `${weekdayNames[first]}カラ${weekdayNames[last]}`,
      )
      .replace(/(?<=月)1日(?!間)/g, "ツイタチ")
      .replace(
        /(?<=毎月|先月|来月|今月の?)1日(?!間)|(?<!\d)1日(?=、[月火水木金土日]曜日|から\d+日|付|未明|午前|午後)/g,
        "ツイタチ",
      )
      .replace(/(?<![\d月])1日中/g, "イチニチジュー")
      .replace(/(?<!\d)曜日、、/g, "曜日、")
      .replace(/(?<=曜日、)(?=[~～〜])/g, "")
  );
}

/** (月・祝) is 月曜日、祝日; (土・日), (土日祝) are short. */
function daysInBrackets(days: string): string {
  const letters =
    days.replace(/振替?休日?/, "振").match(/[月火水木金土日祝休振](?:曜日|日(?=$|[・、,/ ]))?/g) ?? [];
  const weekday = letters.map((day) => day.charAt(0)).filter((day) => weekdays.includes(day));
  if (/^[土日月火水木金]+祝$/.test(days) && weekday.length > 1) return `${inShort(weekday)}シュク`;
  const first = weekday.length > 1 ? [inShort(weekday)] : weekday.map((day) => `${day}曜日`);
  return [...first, ...letters.flatMap((day) => holidays[day.charAt(0)] ?? [])].join("、");
}

const holidays: Record<string, string> = { 祝: "祝日", 休: "休日", 振: "振替休日" };

function inShort(days: readonly string[]): string {
  return days.map((day) => weekdayNames[day]).join("、");
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
  return (
    t
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
      .replace(/(?<![\d.])0時(?!間)/g, "レージ")
      .replace(/(?<=[時分])0(?=\d[分秒])/g, "")
      // Hundredths of a result: 9秒98.
      .replace(/(?<=\d秒)(\d)(\d)(?![\d.])/g, (_, tenth, hundredth) =>
        [tenth, hundredth].map((digit) => digitNames[Number(digit)]).join(""),
      )
      // 九秒九八.
      .replace(
        /(?<=[一二三四五六七八九十]秒)[〇一二三四五六七八九]{2}(?![〇一二三四五六七八九十百秒])/g,
        (digits) => Array.from(digits, (digit) => digitNames[someNumbers.indexOf(digit) + 1]).join(""),
      )
  );
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
      // Before ブンノ ten is ジュー.
      .replace(/(?<![\p{Script=Han}])(数?)(?=[一二三四五六七八九十百千万]ブンノ)/gu, (_, some) =>
        some ? "スー" : "",
      )
      .replace(/(?<!\p{Script=Han})数ブンノ/gu, "スーブンノ")
  );
}
