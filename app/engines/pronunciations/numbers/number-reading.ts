const digitReadings = ["ゼロ", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"];
const singleDigitReadings = [
  "ゼロ",
  "イチ",
  "ニー",
  "サン",
  "ヨン",
  "ゴー",
  "ロク",
  "ナナ",
  "ハチ",
  "キュー",
];
const hundredReadings = [
  "",
  "ヒャク",
  "ニヒャク",
  "サンビャク",
  "ヨンヒャク",
  "ゴヒャク",
  "ロッピャク",
  "ナナヒャク",
  "ハッピャク",
  "キューヒャク",
];
const thousandReadings = [
  "",
  "セン",
  "ニセン",
  "サンゼン",
  "ヨンセン",
  "ゴセン",
  "ロクセン",
  "ナナセン",
  "ハッセン",
  "キューセン",
];
const groupReadings = ["", "マン", "オク", "チョー"];
const kanjiUnitReadings: Record<string, string> = {
  十: "ジュー",
  百: "ヒャク",
  千: "セン",
  万: "マン",
  億: "オク",
  兆: "チョー",
};

export function readNumber(o: {
  number: string;
  counter?: string | undefined;
  suffix?: string | undefined;
  isDate?: boolean;
}): string {
  if (o.suffix) return readNumber({ ...o, suffix: undefined }) + (suffixReadings[o.suffix] ?? "");
  const parts = o.number.match(/\d+(?:\.\d+)?[十百千万億兆]?/g) ?? [];
  const last = parts.at(-1) ?? "";
  const isPlain = parts.length === 1 && /^\d+$/.test(last) && !/^0\d/.test(last);
  if (!o.counter) return parts.map(readPart).join("");
  const special = isPlain ? irregularReadings[`${last}${o.counter}`] : undefined;
  if (special && (o.counter !== "日" || last !== "1" || o.isDate)) return special;
  const head = parts.slice(0, -1).map(readPart).join("");
  return (
    head +
    (/^\d+$/.test(last)
      ? joinCounter(readPart(last), o.counter)
      : readPart(last) + (counterReadings[o.counter] ?? ""))
  );
}

export function readPart(part: string): string {
  const unit = kanjiUnitReadings[part.at(-1) ?? ""];
  const [whole = "", fraction] = (unit ? part.slice(0, -1) : part).split(".");
  const tail =
    fraction === undefined
      ? ""
      : `テン${Array.from(fraction.slice(0, -1), (d) => singleDigitReadings[Number(d)]).join("")}${digitReadings[Number(fraction.slice(-1))]}`;
  // 一千 before a group name, which is not among these digits.
  const wholeReading =
    unit && /^[1-9]\d{0,3}$/.test(whole) && "万億兆".includes(part.at(-1) ?? "")
      ? readFour(Number(whole), 1)
      : readWhole(whole);
  const read = tail === "" ? wholeReading : joinGroup(wholeReading, tail);
  return unit ? joinGroup(read, unit) : read;
}

/** Digit by digit if it starts with 0 or has more than 16. */
function readWhole(digits: string): string {
  if (digits === "0") return "ゼロ";
  if (digits.startsWith("0") || digits.length > 16)
    return Array.from(digits, (d) => singleDigitReadings[Number(d)]).join("");
  let reading = "";
  for (let group = Math.ceil(digits.length / 4) - 1; group >= 0; group--) {
    const end = digits.length - 4 * group;
    const four = Number(digits.slice(Math.max(0, end - 4), end));
    if (four > 0) reading += joinGroup(readFour(four, group), groupReadings[group] ?? "");
  }
  return reading;
}

function readFour(four: number, group: number): string {
  const tens = Math.floor(four / 10) % 10;
  const ones = four % 10;
  // 一千 only before a group name (イッセンマン), else セン.
  const thousands =
    group > 0 && Math.floor(four / 1000) === 1
      ? "イッセン"
      : (thousandReadings[Math.floor(four / 1000)] ?? "");
  const hundreds = hundredReadings[Math.floor(four / 100) % 10] ?? "";
  const tenths = tens === 0 ? "" : `${tens === 1 ? "" : digitReadings[tens]}ジュー`;
  return thousands + hundreds + tenths + (ones === 0 ? "" : digitReadings[ones]);
}

function joinGroup(reading: string, name: string): string {
  if (!/^[チテ]/.test(name)) return reading + name;
  return (
    reading
      .replace(/イチ$/, "イッ")
      .replace(/ハチ$/, "ハッ")
      .replace(/ジュー$/, "ジュッ") + name
  );
}

/** イッポン, サンボン, ロッポン. */
function joinCounter(number: string, counter: string): string {
  const reading = counterReadings[counter] ?? "";
  const initial = reading.charAt(0);
  const isH = "ハヒフヘホ".includes(initial);
  const isK = "カキクケコ".includes(initial);
  const isST = "サシスセソタチツテト".includes(initial);
  if (counter === "日" && number.endsWith("キュー")) return `${number.slice(0, -3)}クニチ`;
  const four = fourReadings[counter];
  if (four !== undefined && number.endsWith("ヨン")) return number.slice(0, -2) + four + reading;
  if (counter === "時" || counter === "時間" || counter === "月") {
    if (number.endsWith("ゼロ") && counter !== "月") return `レー${reading}`;
    if (number.endsWith("キュー")) return `${number.slice(0, -1)}${reading}`.replace("キュ", "ク");
    if (number.endsWith("ナナ")) return `${number.slice(0, -2)}シチ${reading}`;
    return number + reading;
  }
  if (isH && /(?:サン|セン|マン)$/.test(number))
    return number + (threeVoices.has(counter) ? voiced(reading) : halfVoiced(reading));
  if (isH && number.endsWith("ヨン") && counter.startsWith("分")) return number + halfVoiced(reading);
  const three = threeReadings[counter];
  if (three !== undefined && number.endsWith("サン")) return number + three;
  const doubled =
    isH || isK
      ? number
          .replace(/イチ$/, "イッ")
          .replace(/ロク$/, "ロッ")
          .replace(/ハチ$/, "ハッ")
          .replace(/ジュー$/, "ジュッ")
          .replace(/ャク$/, "ャッ")
      : isST
        ? number
            .replace(/イチ$/, "イッ")
            .replace(/ハチ$/, "ハッ")
            .replace(/ジュー$/, "ジュッ")
        : number;
  return doubled + (isH && doubled !== number ? halfVoiced(reading) : reading);
}

/** Unicode: h-row kana are followed by their voiced and half-voiced forms. */
function voiced(reading: string): string {
  return String.fromCharCode(reading.charCodeAt(0) + 1) + reading.slice(1);
}
function halfVoiced(reading: string): string {
  return String.fromCharCode(reading.charCodeAt(0) + 2) + reading.slice(1);
}

const fourReadings: Record<string, string> = {
  年: "ヨ",
  年間: "ヨ",
  年生: "ヨ",
  年度: "ヨ",
  時: "ヨ",
  時間: "ヨ",
  円: "ヨ",
  人: "ヨ",
  人前: "ヨ",
  畳: "ヨ",
  月: "シ",
};

/** Three voices these (サンビャク, サンビキ); others get p (サンプン, サンパツ). */
const threeVoices = new Set(["本", "匹", "杯", "票"]);
const threeReadings: Record<string, string> = { 階: "ガイ", 軒: "ゲン", 足: "ゾク" };

// biome-ignore format: a table
const counterReadings: Record<string, string> = {
  年: "ネン", 月: "ガツ", 日: "ニチ", 時: "ジ", 分: "フン", 秒: "ビョー", 円: "エン", 人: "ニン", 本: "ホン", 個: "コ",
  回: "カイ", 歳: "サイ", 才: "サイ", 匹: "ヒキ", 枚: "マイ", 台: "ダイ", 冊: "サツ", 階: "カイ", 度: "ド", 倍: "バイ",
  番: "バン", 号: "ゴー", 点: "テン", 名: "メー", 件: "ケン", 杯: "ハイ", 軒: "ケン", 位: "イ", 歩: "ホ", つ: "ツ",
  時間: "ジカン", 週間: "シューカン", か月: "カゲツ", ヶ月: "カゲツ", カ月: "カゲツ", ヵ月: "カゲツ", 世紀: "セーキ",
  分間: "フンカン", 日間: "ニチカン", 年間: "ネンカン", 足: "ソク", 羽: "ワ", 頭: "トー", 丁目: "チョーメ", 発: "ハツ",
  泊: "ハク", 曲: "キョク", 社: "シャ", 票: "ヒョー", 着: "チャク", 通: "ツー", 問: "モン", 袋: "フクロ", 箱: "ハコ",
  皿: "サラ", 粒: "ツブ", 株: "カブ", 切れ: "キレ", 畳: "ジョー", 戸: "コ", 学期: "ガッキ", 割: "ワリ", 升: "ショー",
  缶: "カン", 等: "トー", 次: "ジ", 章: "ショー", 話: "ワ", 巻: "カン", 色: "ショク", 球: "キュー", 勝: "ショー",
  敗: "ハイ", 両: "リョー", 機: "キ", 棟: "トー", 隻: "セキ", 校: "コー", 店: "テン", 乗: "ジョー", 対: "タイ", 坪: "ツボ",
  食: "ショク", 周: "シュー", 周年: "シューネン", 代: "ダイ", 級: "キュー", 段: "ダン", 便: "ビン", か国: "カコク",
  カ国: "カコク", か所: "カショ", カ所: "カショ", 箇所: "カショ", 人前: "ニンマエ", 年生: "ネンセー", 年度: "ネンド",
  番線: "バンセン", 号室: "ゴーシツ", 人組: "ニングミ", 円玉: "エンダマ", 倍速: "バイソク", 連勝: "レンショー", 首: "シュ",
};

const suffixReadings: Record<string, string> = {
  間: "カン",
  目: "メ",
  後: "ゴ",
  末: "マツ",
  中: "チュー",
  半: "ハン",
  入り: "イリ",
  引き: "ビキ",
  建て: "ダテ",
};

// biome-ignore format: a table
const dayReadings: Record<string, string> = {
  "2": "フツカ", "3": "ミッカ", "4": "ヨッカ", "5": "イツカ", "6": "ムイカ", "7": "ナノカ", "8": "ヨーカ", "9": "ココノカ",
  "10": "トーカ", "14": "ジューヨッカ", "20": "ハツカ", "24": "ニジューヨッカ",
};

/** ヒトツブ, フタツブ. */
const nativeCounters = ["袋", "箱", "皿", "粒", "株", "切れ"];

// biome-ignore format: a table
const irregularReadings: Record<string, string> = {
  "1人": "ヒトリ", "2人": "フタリ", "7人": "シチニン", "20歳": "ハタチ", "20才": "ハタチ", "1日": "ツイタチ", "10坪": "トツボ", "3切れ": "ミキレ",
  "1つ": "ヒトツ", "2つ": "フタツ", "3つ": "ミッツ", "4つ": "ヨッツ", "5つ": "イツツ", "6つ": "ムッツ", "7つ": "ナナツ", "8つ": "ヤッツ", "9つ": "ココノツ",
  ...Object.fromEntries(Object.entries(dayReadings).flatMap(([n, kana]) => [[`${n}日`, kana], [`${n}日間`, `${kana}カン`]])),
  ...Object.fromEntries(nativeCounters.flatMap((counter) => [[`1${counter}`, `ヒト${counterReadings[counter]}`], [`2${counter}`, `フタ${counterReadings[counter]}`]])),
};

const counterPattern = `(${Object.keys(counterReadings)
  .toSorted((a, b) => b.length - a.length)
  .join("|")})`;
const suffixPattern = "(間|目|後(?!ろ)|末|中(?=[\\d一二三四五六七八九])|半|入り|引き|建て)?";

export const numberWithCounter = new RegExp(
  `((?:\\d+(?:\\.\\d+)?[十百千万億兆]?)+)(?:${counterPattern}${suffixPattern})?`,
  "gu",
);
