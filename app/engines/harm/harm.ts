export type HarmKind =
  | "hate"
  | "minors"
  | "violence"
  | "self-harm"
  | "medical"
  | "threat"
  | "abuse"
  | "doxing"
  | "accusation"
  | "listed";

export interface Harm {
  kind: HarmKind;
  /** At most 80 characters. */
  quote: string;
}

export const maxQuoteLength = 80;

export const harmNames: Record<HarmKind, string> = {
  hate: "特定の人びとへの差別や憎しみ",
  minors: "未成年者についての性的な表現",
  violence: "人や動物、自分を傷つける方法",
  "self-harm": "死ぬことや自分を傷つけることをすすめる内容",
  medical: "信じると命や健康をそこなうおそれのある、医療についての内容",
  threat: "人や場所への危害の予告や呼びかけ",
  abuse: "人をおとしめたり、死を願ったりする言葉",
  doxing: "住所や連絡先を示して、いやがらせを呼びかける内容",
  accusation: "名前のわかる人が罪や不正、恥になることをしたという内容",
  listed: "この場では使わないことにしている言葉",
};

/** Advice for a free version. */
export const harmAdvice: Record<HarmKind, string> = {
  hate: "人びとをまとめて悪く言う部分をなくし、何が起きたのかだけを書いてください。",
  minors: "18歳未満の人についての性的な部分をなくしてください。",
  violence: "まねのできる方法や手順の部分をなくしてください。",
  "self-harm":
    "すすめる部分をなくし、つらかったことや、助けになったことを書いてください。いまつらいときは、身近な人や電話の相談窓口に話してください。",
  medical:
    "治療をやめることや、体に害のあるもの、根拠のない治し方をすすめる部分をなくし、医師や公的機関の説明があれば、その出どころを書いてください。",
  threat: "危害を加えるという部分をなくしてください。",
  abuse: "相手をおとしめる言葉をなくし、困っていることや気持ちを書いてください。",
  doxing: "住所や電話番号などの連絡先をなくしてください。",
  accusation:
    "名前を伏せるか、だれのことかわかる部分をなくしてください。公の発表があれば、その出どころを書いてください。",
  listed: "この言葉を使わずに書いてください。",
};
