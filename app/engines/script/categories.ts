/** The built-in category names, in the order in which screens offer them. */
export const builtInCategories = [
  "ビジネス",
  "テクノロジー",
  "健康・ウェルネス",
  "教育・学習",
  "ライフスタイル",
  "科学",
  "歴史",
  "文化・芸術",
  "スポーツ",
  "音楽",
  "料理・グルメ",
  "旅行",
  "政治・社会",
  "エンターテイメント",
  "ニュース",
] as const;

/** The name of a built-in category. */
export type BuiltInCategory = (typeof builtInCategories)[number];

/** The label of a track that fits none of the built-in categories. It is not offered as a suggestion. */
export const fallbackCategory = "その他";
