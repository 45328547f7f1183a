/** A numeral is one character (Ⅲ), or capitals alone (III). */
const numeral = /[Ⅰ-Ⅻⅰ-ⅻ]+|(?<![A-Za-z\d.&'-])[IVX]{1,6}(?![A-Za-z\d.&'])/g;
const characters = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/** 第II部, ルイXIV世. */
const counted =
  /^ ?(?:世(?![代界])|世紀|章|部(?![屋品])|期|節|編|巻|幕|条|回|種|類|型|度|相|級|群|次|楽章|段階|番|型)/;
const countedAlone = /^ ?(?:世(?![代界])|章|部(?![屋品])|期|類)/;
/** Unambiguous; VI, IX and XX are not. */
const unmistakable = /^(?:II|III|VII|VIII|XII|XIII|XIV|XV|XVI|XVII|XVIII|XIX)$/;

// biome-ignore format: a table
const partNames = [
  "", "ワン", "ツー", "スリー", "フォー", "ファイブ", "シックス", "セブン", "エイト", "ナイン", "テン", "イレブン", "トゥエルブ", "サーティーン",
  "フォーティーン", "フィフティーン", "シックスティーン", "セブンティーン", "エイティーン", "ナインティーン", "トゥエンティー",
];

/**
 * Roman numerals as digits where Japanese counts (第Ⅲ章, ルイXIV世), else a part's English number (ロッキーⅢ, World War II). Before
 * NFKC, which makes letters of Ⅲ. Other letters stay.
 */
export function readRomanNumerals(text: string): string {
  return text.replace(numeral, (written, at: number) => {
    const isEncoded = written.charCodeAt(0) > 0xff;
    const letters = isEncoded ? lettersOf(written) : written;
    const value = numeralValue(letters);
    if (value === null) return written;
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + written.length, at + written.length + 3);
    const isCounted = (letters.length > 1 || isEncoded ? counted : countedAlone).test(after);
    if (isCounted || /第 ?$/.test(before)) return String(value);
    const isPart = /[ァ-ヶー][ 　]?$|[A-Za-z] $/.test(before);
    if (isEncoded) return isPart ? (partNames[value] ?? String(value)) : String(value);
    const isNumeral = unmistakable.test(letters) || (isPart && letters.length > 1);
    return isNumeral ? (partNames[value] ?? String(value)) : written;
  });
}

function lettersOf(encoded: string): string {
  return Array.from(encoded, (mark) => characters[(mark.charCodeAt(0) - "Ⅰ".charCodeAt(0)) % 16] ?? "").join(
    "",
  );
}

const values: Record<string, number> = { I: 1, V: 5, X: 10 };

function numeralValue(letters: string): number | null {
  if (!/^X{0,3}(?:IX|IV|V?I{0,3})$/.test(letters)) return null;
  return Array.from(letters, (letter) => values[letter] ?? 0).reduce(
    (sum, value, i, all) => sum + (value < (all[i + 1] ?? 0) ? -value : value),
    0,
  );
}
