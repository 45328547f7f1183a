/** Kana that the endings of a verb or an adjective begin with, by its row; `-` for a stem that is written out. */
const rows: Readonly<Record<string, string>> = {
  か: "かきくけこい",
  が: "がぎぐげごい",
  さ: "さしすせそ",
  た: "たちつてとっ",
  ま: "まみむめもん",
  ら: "らりるれろっ",
  わ: "わいうえおっ",
  い: "いくけさ",
};

/** A pattern for what follows a stem of a row. */
export function endingOf(row: string): string {
  return row === "-" ? "" : `(?=[${rows[row]}])`;
}

/** は and へ would be particles behind other hiragana: 胸を張って was ムネオワッテ. */
export function kanaBehindParticle(kana: string): string {
  return kana.replace(/^[はへ]/, (first) => (first === "は" ? "ハ" : "ヘ"));
}
