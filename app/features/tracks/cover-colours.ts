import { type Category, fallbackCategory } from "../creation/categories.ts";

/** A cover's two colours: a deep ground and a luminous line, as sRGB hex (also for PNG covers). */
export interface CoverColours {
  ground: string;
  line: string;
}

const house: CoverColours = { ground: "#262434", line: "#ff9868" };

/** Grounds of one lightness and lines of another, so that covers of any category stand together in one list. */
const byCategory: Record<Category | typeof fallbackCategory, CoverColours> = {
  ビジネス: { ground: "#183150", line: "#eac26b" },
  テクノロジー: { ground: "#2a2c50", line: "#59dee5" },
  "健康・ウェルネス": { ground: "#0e3a21", line: "#b6d580" },
  "教育・学習": { ground: "#01354c", line: "#feb578" },
  ライフスタイル: { ground: "#4c2122", line: "#f3bc6e" },
  科学: { ground: "#003a3d", line: "#d3b6ff" },
  歴史: { ground: "#49260b", line: "#eac26b" },
  "文化・芸術": { ground: "#422340", line: "#ffab9b" },
  スポーツ: { ground: "#19391a", line: "#ffb37d" },
  音楽: { ground: "#36284c", line: "#ffa8d2" },
  "料理・グルメ": { ground: "#4c2319", line: "#fbb874" },
  旅行: { ground: "#003747", line: "#dfc76b" },
  "政治・社会": { ground: "#202f51", line: "#ffa9a8" },
  エンターテイメント: { ground: "#482135", line: "#efbf6c" },
  ニュース: { ground: "#0e334f", line: "#ffad8e" },
  [fallbackCategory]: house,
};

const known = new Map(Object.entries(byCategory));

/** The colours of a track by its first label; the house's own for labels that are no built-in category. */
export function coverColours(labels: readonly string[]): CoverColours {
  return known.get(labels[0] ?? "") ?? house;
}
