/** What a text may not do. */
export type HarmKind = "hate" | "minors" | "violence" | "threat" | "abuse" | "doxing" | "accusation";

export interface Harm {
  kind: HarmKind;
  /** The sentence or passage, at most 80 characters of it. */
  quote: string;
}

export const maxQuoteLength = 80;

export const harmNames: Record<HarmKind, string> = {
  hate: "特定の人びとへの差別や憎しみ",
  minors: "未成年者についての性的な表現",
  violence: "人や動物、自分を傷つける方法",
  threat: "人や場所への危害の予告",
  abuse: "人をおとしめたり、死を願ったりする言葉",
  doxing: "住所や連絡先を示して、いやがらせを呼びかける内容",
  accusation: "名前のわかる人が罪や不正、恥になることをしたという内容",
};

/** How to change what is held, so that it is held no longer. */
export const harmAdvice: Record<HarmKind, string> = {
  hate: "人びとをまとめて悪く言う部分をなくし、何が起きたのかだけを書いてください。",
  minors: "18歳未満の人についての性的な部分をなくしてください。",
  violence: "まねのできる方法や手順の部分をなくしてください。",
  threat: "危害を加えるという部分をなくしてください。",
  abuse: "相手をおとしめる言葉をなくし、困っていることや気持ちを書いてください。",
  doxing: "住所や電話番号などの連絡先をなくしてください。",
  accusation:
    "名前を伏せるか、だれのことかわかる部分をなくしてください。公の発表があれば、その出どころを書いてください。",
};
