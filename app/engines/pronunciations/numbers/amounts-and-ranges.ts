import { readNumber } from "./number-reading.ts";

const currencies: readonly [RegExp, string][] = [
  [/[¥￥] ?(\d[\d.]*)([万億兆]?)(?!円)/g, "円"],
  [/\$ ?(\d[\d.]*)([万億兆]?)/g, "ドル"],
  [/€ ?(\d[\d.]*)([万億兆]?)/g, "ユーロ"],
  [/£ ?(\d[\d.]*)([万億兆]?)/g, "ポンド"],
];

const game =
  /勝|敗|負け|破[っりる]|下し|引き?分け|同点|逆転|リード|試合|スコア|先制|得点|点差|[前後]半|延長|PK|対戦|完封|セット|ストレート|初戦|戦[では]|ゴール|結果は/;
const block =
  /(?<=\p{Script=Han}|[\p{Script=Han}ァ-ヶー][ 　])\d{1,4}(?:-\d{1,4}){1,3}(?![\d-])(?=[号、のにへで\s(]|$)/gu;
const counters =
  "年|月|日|人|個|回|分|時|週|歳|才|枚|本|名|ページ|頁|%|度|割|円|万|億|km|kg|cm|mm|m(?![a-z])|g(?![a-z])|ml|倍|階|点|つ|泊|杯|匹|台|章|巻|話|号|代|番|位|世紀|[かカヶヵ]月";
const result = new RegExp(`(?<![\\d.-])(\\d{1,3})[-−](\\d{1,3})(?![\\d.-]|${counters})`, "g");
const range = new RegExp(`(?<![\\d.-])(\\d+(?:\\.\\d+)?)-(?=(\\d+(?:\\.\\d+)?)(?:${counters}))`, "g");

/** 対 in game results, の between an address's blocks, から in ranges. */
export function spellOutHyphens(t: string): string {
  return t.replace(/[^。\n]+/g, (sentence) => {
    if (!/\d ?[-−] ?\d/.test(sentence)) return sentence;
    const read = game.test(sentence)
      ? sentence.replace(result, "$1対$2")
      : sentence
          .replace(/(?<=\d) ?− ?(?=\d)/g, "マイナス")
          .replace(block, (blocks) => blocks.replaceAll("-", "の"));
    return read
      .replace(range, (all, from: string, to: string) => (Number(from) < Number(to) ? `${from}から` : all))
      .replace(/(?<=\d)[-−](?=\d)/g, "、");
  });
}

const counted = "日|人前|人|年|回|本|個|時間|分|秒|か月|週間|枚|件|歳|軒|割|匹|杯|台|冊|歩|度|泊|社";

/** 二、三分 is ニサンプン; nothing if the numbers don't follow each other. */
function readSome(a: string, b: string, counter: string): string | null {
  const [first, second] = [someNumbers.indexOf(a) + 1, someNumbers.indexOf(b) + 1];
  if (second !== first + 1) return null;
  if (counter === "日" && first === 3) return "サンヨッカ";
  if (counter === "日" || counter === "")
    return `${someReadings[first]}${someReadings[second]}${counter && "ニチ"}`;
  return `${someReadings[first]}${readNumber({ number: String(second), counter })}`;
}

const tenthNames = ["", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"];
/** Tenths of a degree: of what is called a temperature, and of what only a body has. Angles have minutes. */
const temperatureTenths =
  /(?<=(?:体温|熱)[^。、]{0,8}[\d十一二三四五六七八九]度|(?<![緯経角傾針][^。]{0,16})(?<![\d十百])(?:3[4-9]|4[0-2]|三十[四五六七八九]|四十[一二]?)度)([1-9一二三四五六七八九])分(?!間|の[一1])(?![\d一二三四五六七八九十]+秒)/g;
export const someNumbers = "一二三四五六七八九";
const someReadings = ["", "", "ニ", "サン", "シ", "ゴ", "ロク", "シチ", "ハチ", "ク"];

export function spellOutAmounts(t: string): string {
  return (
    currencies
      .reduce((amounts, [sign, name]) => amounts.replace(sign, `$1$2${name}`), t)
      // 二、三日, 五、六人.
      .replace(
        new RegExp(`([二三四五六七八])、([三四五六七八九])(?=${counted})(${counted})`, "gu"),
        (all, a: string, b: string, counter: string) => readSome(a, b, counter) ?? all,
      )
      // 十七、八の娘.
      .replace(
        /(?<=十)([二三四五六七八])、([三四五六七八九])(?=[のか]|前後)/gu,
        (all, a: string, b: string) => readSome(a, b, "") ?? all,
      )
      .replace(
        /(?<=(?:打|勝|塁)率[はが]?[、 ]?)0?\.(\d)(\d)(\d)(?!\d)|(?<![\d.])\.(\d)(\d)(\d)(?!\d)/g,
        (_, ...groups: (string | undefined)[]) => {
          const digits = groups.slice(0, 6).filter((digit) => digit !== undefined);
          return ["割", "分", "厘"]
            .map((unit, i) => (digits[i] === "0" ? "" : `${digits[i]}${unit}`))
            .join("");
        },
      )
      // Drawn games: 5勝4敗1分.
      .replace(/(?<=\d[勝敗]\d{1,3})分(?=[のでとはが、。]|$)/g, "分け")
      // A temperature's tenths.
      .replace(temperatureTenths, (_, n: string) => {
        const place = "123456789".indexOf(n) >= 0 ? Number(n) : someNumbers.indexOf(n) + 1;
        return `${tenthNames[place] ?? n}ブ`;
      })
      // 30分水に浸す: counter and next word would join.
      .replace(/(?<=\d分)(?=[水火煮蒸茹焼炒揚])|(?<=\d日)(?=水|本[をがは])/g, " ")
      // 三割五分: tenths of a tenth.
      .replace(/(?<=[\d一二三四五六七八九]割)([\d一二三四五六七八九])分(?!の)/gu, (_, n: string) => {
        const place = "123456789".indexOf(n) >= 0 ? Number(n) : someNumbers.indexOf(n) + 1;
        return `${tenthNames[place] ?? n}ブ`;
      })
      // 4、5人.
      .replace(/(?<![\d.]|\d、)4、5(?=人|日|年|回|本|個|時間|分|か月|週間|枚|件|歳|軒|台)/g, "シ五")
      .replace(/(?<![\d.]|\d、)7、8(?=人|日|年|回|本|個|時間|分|か月|週間|枚|件|歳|軒|台)/g, "シチ8")
      .replace(/(?<!\d)1000(?=[万億兆])/g, "一千")
      .replace(
        /(?<=[\d年月日時分円%度半頃代]|ツイタチ|ハタチ|曜日、)[ ]*[~～〜][ ]*(?=\d|午[前後]|翌|[正夜朝])/g,
        "から",
      )
      .replace(
        /(?<=\d[.\d]*(?:[\p{Script=Han}℃㎝㎏]{1,3}|°C|[A-Za-z]{1,3}|[ァ-ヶー]{1,6})) ?[~～〜] ?(?=\d)/gu,
        "から",
      )
      .replace(
        /(?<=\p{Script=Han}|[」』)])[~～〜](?=\d|\p{Script=Han})(?<=[」』)].|\p{Script=Han}.(?=\d))/gu,
        "、",
      )
      .replace(/(?<=\p{Script=Han})[~～〜](?=\p{Script=Han})/gu, "から")
      .replace(/(?<=[\da-zA-Z%円分時])[~～〜](?=$|[、。\s(])/g, "から")
      .replace(/(?<=\d) -(?= ?\d)|(?<=\d)-(?=\d+ ?=)|(?<=\d[+×*÷] ?\d+)-(?=\d)/g, "マイナス")
      // Several points: a version or address.
      .replace(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll(".", "テン"))
  );
}
