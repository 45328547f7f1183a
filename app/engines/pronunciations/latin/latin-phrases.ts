import { findLatinWord } from "../read-lexicon.ts";

const maxPhraseTokens = 7;

/**
 * The list's Latin words, phrases and abbreviations in katakana (Wi-Fi, COVID-19), and address parts (example.com); the rest
 * goes by spelling.
 */
export function readLatinPhrases(text: string): string {
  return nameDomains(text)
    .replace(/(?<![\w.])\.NET(?![A-Za-z])/g, "ドットネット")
    .replace(/(?<![A-Za-z])v(?:er(?:sion)?)?\.? ?(?=\d)/gi, "バージョン")
    .replace(/(?<![A-Za-z])No\. ?1(?!\d)/gi, "ナンバーワン")
    .replace(/(?<![A-Za-z])No\. ?(?=\d)/gi, "ナンバー")
    .replace(/(?<![A-Za-z])B-?1(?= ?(?:グランプリ|グルメ))/g, "ビーワン")
    .replace(/(?<![A-Za-z])H-?(?:II|2)A(?![A-Za-z])/g, "エイチツーエー")
    .replace(/(?<![A-Za-z])H-?(?:II|2)B(?![A-Za-z])/g, "エイチツービー")
    .replace(/(?<![A-Za-z])H-?3(?=ロケット|の(?:\d|打ち上げ|[初試]))/g, "エイチスリー")
    .replace(/(?<=[\p{Script=Han}ァ-ヶー])GP(?![A-Za-z\d])/gu, "グランプリ")
    .replace(/(?<![A-Za-z])Vol\. ?(?=\d)/gi, "ボリューム")
    .replace(/(?<![A-Za-z])Lv\.? ?(?=\d)/gi, "レベル")
    .replace(/(?<![A-Za-z])pp?\. ?(?=\d)/gi, "ページ")
    .replace(
      /(?<![A-Za-z])M(?=\d(?:\.\d)?(?:の(?:地震|余震|揺れ)|クラス|級|程度|以上|を(?:超|観測)))/g,
      "マグニチュード",
    )
    .replace(/(?<![A-Za-z\d])(?:1st|2nd|3rd)(?![A-Za-z])/g, (nth) => ordinals[nth] ?? nth)
    .replace(/(?<![A-Za-z])(パート|Part) ?(\d)(?!\d)/gi, (_, _part, n) => `パート${englishDigits[Number(n)]}`)
    .replace(/[A-Za-z\d](?:[A-Za-z\d'’.&\- ]*[A-Za-z\d.])?/g, readRun)
    .replace(/(?<=[A-Za-zァ-ヶー])\.(?=js(?![A-Za-z]))/g, "")
    .replace(/(?<=[A-Za-zァ-ヶー])(?<!\d[a-z])[- ](?=\d)|(?<=[A-Za-z])-(?=[A-Za-z])/g, "");
}

const ordinals: Record<string, string> = { "1st": "ファースト", "2nd": "セカンド", "3rd": "サード" };
const englishDigits = [
  "ゼロ",
  "ワン",
  "ツー",
  "スリー",
  "フォー",
  "ファイブ",
  "シックス",
  "セブン",
  "エイト",
  "ナイン",
];

function readRun(run: string): string {
  const tokens = run.match(/[A-Za-z]+|\d+|[^A-Za-z\d]/g) ?? [];
  let read = "";
  for (let at = 0; at < tokens.length; ) {
    const phrase = longestPhrase(tokens, at);
    read += phrase?.reading ?? tokens[at];
    at += phrase?.length ?? 1;
  }
  return read.replace(/(?<=[ァ-ヶー]) (?=[ァ-ヶー])/g, "");
}

function longestPhrase(
  tokens: readonly string[],
  at: number,
): { reading: string; length: number } | undefined {
  const before = tokens[at - 1] ?? "";
  for (let length = Math.min(maxPhraseTokens, tokens.length - at); length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const after = tokens[at + length] ?? "";
    const reading = /[A-Za-z]/.test(words.join("")) ? findLatinWord(words.join("")) : undefined;
    if (!reading) continue;
    const goesOn =
      (/\d/.test(words[0] ?? "") && /[A-Za-z\d.]/.test(before)) ||
      (/\d/.test(words.at(-1) ?? "") && /[A-Za-z\d]/.test(after)) ||
      // Part of a unit (12MB) or abbreviation (B1F).
      (words.length === 1 && /^[A-Za-z]{1,2}$/.test(words[0] ?? "") && /\d/.test(before));
    if (!goesOn) return { reading, length };
  }
  return undefined;
}

// biome-ignore format: a table
const topLevelDomains: Record<string, string> = {
  com: "コム", jp: "ジェーピー", net: "ネット", org: "オーグ", io: "アイオー", co: "シーオー", dev: "デブ", app: "アップ",
  ai: "エーアイ", info: "インフォ", tv: "ティービー", gov: "ゴブ", edu: "イーディーユー", ac: "エーシー", ne: "エヌイー", go: "ジーオー", or: "オーアール",
};

function nameDomains(text: string): string {
  return text.replace(
    /(?<![\w.@-])((?:[a-z0-9-]{1,63}\.){1,4})(com|jp|net|org|io|dev|app|ai|info|tv|gov|edu)(?:\/[!-~]*)?(?![\w.-])/gi,
    (_, hosts: string, top: string) =>
      [...hosts.slice(0, -1).split("."), top]
        .map((part, i, all) => (i > 0 && i >= all.length - 2 && topLevelDomains[part.toLowerCase()]) || part)
        .join("ドット"),
  );
}
