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

/** Matches a number and its counter word, if any: the arguments of `readNumber`. */
export const numberWithCounter =
  /((?:\d+(?:\.\d+)?[十百千万億兆]?)+)(時間|週間|か月|ヶ月|カ月|ヵ月|世紀|分間|日間|年間|[年月日時分秒円人本個回歳才匹枚台冊階度倍番号点名件杯軒位歩つ])?/gu;

/** The katakana reading of a number with its counter (`"3"`, `"本"` is サンボン; `isDate` for a day after a month). */
export function readNumber(o: { number: string; counter?: string; isDate?: boolean }): string {
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

function readPart(part: string): string {
  const unit = kanjiUnitReadings[part.at(-1) ?? ""];
  const [whole = "", fraction] = (unit ? part.slice(0, -1) : part).split(".");
  const tail =
    fraction === undefined
      ? ""
      : `テン${Array.from(fraction, (d) => singleDigitReadings[Number(d)]).join("")}`;
  return readWhole(whole) + tail + (unit ?? "");
}

/** Reads digits as a number, or one by one when they start with 0 or are more than 16. */
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
  // 一千 only before a group name (イッセンマン), plain セン otherwise.
  const thousands =
    group > 0 && Math.floor(four / 1000) === 1
      ? "イッセン"
      : (thousandReadings[Math.floor(four / 1000)] ?? "");
  const hundreds = hundredReadings[Math.floor(four / 100) % 10] ?? "";
  const tenths = tens === 0 ? "" : `${tens === 1 ? "" : digitReadings[tens]}ジュー`;
  return thousands + hundreds + tenths + (ones === 0 ? "" : digitReadings[ones]);
}

function joinGroup(reading: string, name: string): string {
  if (name !== "チョー") return reading + name;
  return (
    reading
      .replace(/イチ$/, "イッ")
      .replace(/ハチ$/, "ハッ")
      .replace(/ジュー$/, "ジュッ") + name
  );
}

/** Double consonants and voicing between number and counter (イッポン, サンボン, ロッポン). */
function joinCounter(number: string, counter: string): string {
  const reading = counterReadings[counter] ?? "";
  const initial = reading.charAt(0);
  const isH = "ハヒフヘホ".includes(initial);
  const isK = "カキクケコ".includes(initial);
  const isST = "サシスセソタチツテト".includes(initial);
  const four = fourReadings[counter];
  if (four !== undefined && number.endsWith("ヨン")) return number.slice(0, -2) + four + reading;
  if (counter === "時" || counter === "時間" || counter === "月") {
    if (number.endsWith("キュー")) return `${number.slice(0, -1)}${reading}`.replace("キュ", "ク");
    if (number.endsWith("ナナ") && counter !== "時間") return `${number.slice(0, -2)}シチ${reading}`;
    return number + reading;
  }
  if (isH && (number.endsWith("サン") || number.endsWith("セン")))
    return (
      number +
      (counter === "分" || counter === "分間" || counter === "歩" ? halfVoiced(reading) : voiced(reading))
    );
  if (isH && number.endsWith("ヨン") && counter.startsWith("分")) return number + halfVoiced(reading);
  if (counter === "階" && number.endsWith("サン")) return `${number}ガイ`;
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

/** In Unicode each kana of the h row is followed by its voiced and its half-voiced form. */
function voiced(reading: string): string {
  return String.fromCharCode(reading.charCodeAt(0) + 1) + reading.slice(1);
}
function halfVoiced(reading: string): string {
  return String.fromCharCode(reading.charCodeAt(0) + 2) + reading.slice(1);
}

const fourReadings: Record<string, string> = {
  年: "ヨ",
  年間: "ヨ",
  時: "ヨ",
  時間: "ヨ",
  円: "ヨ",
  人: "ヨ",
  月: "シ",
};

// biome-ignore format: a table
const counterReadings: Record<string, string> = {
  年: "ネン", 月: "ガツ", 日: "ニチ", 時: "ジ", 分: "フン", 秒: "ビョー", 円: "エン", 人: "ニン", 本: "ホン", 個: "コ",
  回: "カイ", 歳: "サイ", 才: "サイ", 匹: "ヒキ", 枚: "マイ", 台: "ダイ", 冊: "サツ", 階: "カイ", 度: "ド", 倍: "バイ",
  番: "バン", 号: "ゴー", 点: "テン", 名: "メー", 件: "ケン", 杯: "ハイ", 軒: "ケン", 位: "イ", 歩: "ホ", つ: "ツ",
  時間: "ジカン", 週間: "シューカン", か月: "カゲツ", ヶ月: "カゲツ", カ月: "カゲツ", ヵ月: "カゲツ", 世紀: "セーキ",
  分間: "フンカン", 日間: "ニチカン", 年間: "ネンカン",
};

// biome-ignore format: a table
const dayReadings: Record<string, string> = {
  "2": "フツカ", "3": "ミッカ", "4": "ヨッカ", "5": "イツカ", "6": "ムイカ", "7": "ナノカ", "8": "ヨーカ", "9": "ココノカ",
  "10": "トーカ", "14": "ジューヨッカ", "20": "ハツカ", "24": "ニジューヨッカ",
};

// biome-ignore format: a table
const irregularReadings: Record<string, string> = {
  "1人": "ヒトリ", "2人": "フタリ", "20歳": "ハタチ", "20才": "ハタチ", "1日": "ツイタチ",
  "1つ": "ヒトツ", "2つ": "フタツ", "3つ": "ミッツ", "4つ": "ヨッツ", "5つ": "イツツ", "6つ": "ムッツ", "7つ": "ナナツ", "8つ": "ヤッツ", "9つ": "ココノツ",
  ...Object.fromEntries(Object.entries(dayReadings).flatMap(([n, kana]) => [[`${n}日`, kana], [`${n}日間`, `${kana}カン`]])),
};
