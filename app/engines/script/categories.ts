/** In the order of screens. */
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

export type BuiltInCategory = (typeof builtInCategories)[number];

export const fallbackCategory = "その他";

export const labelNames = [...builtInCategories, fallbackCategory];
