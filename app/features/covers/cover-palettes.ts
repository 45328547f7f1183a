import type { BuiltInCategory } from "#app/engines/script/categories.ts";

/** A cover's two colours, a dark background and a light line, as sRGB hex. */
interface CoverColours {
  background: string;
  line: string;
}

const defaultColours: CoverColours = { background: "#262434", line: "#ff9868" };

/** All backgrounds have one lightness and all lines another, so that covers match in a list. */
const coloursByCategory: Record<BuiltInCategory, CoverColours> = {
  ビジネス: { background: "#183150", line: "#eac26b" },
  テクノロジー: { background: "#2a2c50", line: "#59dee5" },
  "健康・ウェルネス": { background: "#0e3a21", line: "#b6d580" },
  "教育・学習": { background: "#01354c", line: "#feb578" },
  ライフスタイル: { background: "#4c2122", line: "#f3bc6e" },
  科学: { background: "#003a3d", line: "#d3b6ff" },
  歴史: { background: "#49260b", line: "#eac26b" },
  "文化・芸術": { background: "#422340", line: "#ffab9b" },
  スポーツ: { background: "#19391a", line: "#ffb37d" },
  音楽: { background: "#36284c", line: "#ffa8d2" },
  "料理・グルメ": { background: "#4c2319", line: "#fbb874" },
  旅行: { background: "#003747", line: "#dfc76b" },
  "政治・社会": { background: "#202f51", line: "#ffa9a8" },
  エンターテイメント: { background: "#482135", line: "#efbf6c" },
  ニュース: { background: "#0e334f", line: "#ffad8e" },
};

/** All pairs of colours; the first one is the default. Their order is part of thumbnails' addresses. */
export const coverPalettes: readonly [CoverColours, ...CoverColours[]] = [
  defaultColours,
  ...Object.values(coloursByCategory),
];

const indices = new Map(Object.keys(coloursByCategory).map((name, index) => [name, index + 1]));

/** The index in `coverPalettes` of a track's cover by its first label: 0 for labels other than built-in categories. */
export const coverPaletteOf = (labels: readonly string[]): number => indices.get(labels[0] ?? "") ?? 0;

/** The colours of a track's cover by its first label. */
export const coverColours = (labels: readonly string[]): CoverColours =>
  coverPalettes[coverPaletteOf(labels)] ?? defaultColours;
