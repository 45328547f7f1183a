/** What stands between spaced letters. */
const gap = "[\\s　・･.．,\\-_*＊'’/／|]{0,2}";
const mask = "[〇○●◯◎*＊×✕xX＿_?？■□△☆★]";

/** Hiragana may be in other words (聞きちがい, がいじゅう): counts at a word's beginning and before a particle. */
const wordBegins =
  "(?<=^|[\\s　、。！？!?「『（(]|[のはもがだ]|[こそあ]の)(?<![ぁ-ん\\p{Script=Han}][はもがだ])";
const wordEnds =
  "(?=$|[\\s　、。！？!?」』）)はをもめだでにと]|が(?!い)|の(?!う)|な(?:の|ん|や)|ども|ばかり|みたい|かよ|扱い|撲滅|退治|[ァ-ヶ\\p{Script=Han}])";

/** Katakana, or hiragana by itself; spaced, or with one masked letter, not the first. */
function spelled(word: string, after = ""): string {
  const spell = (letters: readonly string[]) => {
    const masked = letters
      .slice(1)
      .map((_, at) => letters.map((letter, place) => (place === at + 1 ? mask : letter)).join(gap));
    return `(?:${[letters.join(gap), ...masked].join("|")})`;
  };
  const katakana = [...word];
  const hiragana = katakana.map((letter) =>
    letter === "ー" ? letter : String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60),
  );
  return `(?:${spell(katakana)}|${wordBegins}${spell(hiragana)}${wordEnds})${after}`;
}

/** Words that insult people for what they are. */
const slurs = new RegExp(
  [
    spelled(
      "チョン",
      "[\\s]?(?=公|ども|は(?:半島|国|帰|出|消|死|日本|嘘|いら)|ばかり|だらけ|嫌い|死|国|め[はがの、。]|野郎|顔|猿|退治|追放|の(?:国|くせ|血|仲間|せい|言うこと))",
    ),
    spelled("チョンコウ"),
    spelled("チャンコロ"),
    `[支シ]${gap}[那ナ]${gap}[人畜豚猿]`,
    `${wordBegins}し${gap}な${gap}[人畜豚](?![の気形]*(?:つ|っこ))`,
    "(?<!朝)鮮人(?!参)|不逞鮮|三国人(?!志)|毛唐|土人(?!形)|黒奴|露助",
    spelled("クロンボ"),
    "黒んぼ|くろんぼう",
    spelled("ニガー", "(?!い|く)"),
    `${spelled("ガイジ", "(?!ン|ん|つ|ゅ|ョ|ャ)")}`,
    spelled("キチガイ"),
    "気違い|気狂い|基地外|既知外",
    `池${gap}沼(?=$|[がはめのを](?!水|底|魚|周|岸|植|生|鳥|干|深|ほとり)|ども|野郎|かよ|だろ|じゃん|だな|だよ)`,
    "障害(?:児|者)?野郎|ガイキチ",
    "かたわ者|片輪者|知恵遅れ|(?:つんぼ|めくら|びっこ)(?:野郎|ども|め(?:$|[。！]))",
    `[えエ]${gap}[たタ]${gap}[・･]?${gap}[ひヒ]${gap}[にニ]${gap}[んン]|穢${gap}[多夛]|エタ(?:の(?:血|子|家)|野郎|ども|だから)`,
    "部落民(?:め|ども|のくせ|だから)",
    "(?:ホモ|オカマ|レズ|ババア|ハゲ)(?:野郎|ども)(?=[、。！]|は|が|$)",
    "\\bn[i1!]gg(?:er|a)s?\\b|\\bf[a@]gg?ots?\\b|\\bk[i1]kes?\\b|\\bch[i1]nks?\\b|\\bj[a@]ps\\b",
  ].join("|"),
  "iu",
);
/** Talk of the word, of history or discrimination is no insult. */
const aboutTheWord =
  /という(?:言葉|語|表現|呼び|字|単語)|差別語|蔑称|呼ばれ|言われ|身分|制度|語源|放送禁止|用語|差別(?:を|が|に|的な|の歴史)|(?:江戸|明治|室町)時代|湿地|生息|湖沼|干拓/u;

/** Whether a text in NFKC holds an insult of a group, in any spelling. */
export function hasSlur(text: string): boolean {
  return slurs.test(text) && !aboutTheWord.test(text.replace(/ガイジンと?|外人/gu, ""));
}
