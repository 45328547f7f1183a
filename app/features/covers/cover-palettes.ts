import type { BuiltInCategory } from "#app/engines/script/categories.ts";

export type CoverGround = "night" | "paper";

interface CoverColours {
  background: string;
  line: string;
}

const defaultColours: CoverColours = { background: "#262434", line: "#ff9868" };

/** At night all backgrounds have one lightness and all lines another, so that covers match in a list. */
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

/** Night colours, the default first. Their order is part of thumbnails' addresses: never change it. */
export const coverPalettes: readonly [CoverColours, ...CoverColours[]] = [
  defaultColours,
  ...Object.values(coloursByCategory),
];

const indices = new Map(Object.keys(coloursByCategory).map((name, index) => [name, index + 1]));

/** The index in `coverPalettes` by the first label; 0 for labels that are no built-in category. */
export const coverPaletteOf = (labels: readonly string[]): number => indices.get(labels[0] ?? "") ?? 0;

/** Cover colours by the first label. */
export const coverColours = (labels: readonly string[]): CoverColours =>
  coverPalettes[coverPaletteOf(labels)] ?? defaultColours;

/** A palette's colours. On paper the ink is the night's background, brighter, and tints the paper. */
export function coloursOnGround(palette: number, ground: CoverGround): CoverColours {
  const night = coverPalettes[palette] ?? defaultColours;
  if (ground === "night") return night;
  const ink = mapChannels((at) => channel(night.background, at) * 1.55);
  return { background: mapChannels((at) => channel(ink, at) * 0.07 + channel(paper, at) * 0.93), line: ink };
}

const paper = "#fdf8ee";

const channel = (hex: string, at: number) => Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16);

const mapChannels = (value: (at: number) => number) =>
  `#${[0, 1, 2]
    .map((at) =>
      Math.min(255, Math.round(value(at)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
