import { plainCsvFile } from "#app/lib/csv.ts";
import type { YearFigures } from "./year-figures.server.ts";

export const transparencyPath = "/transparency";

export const figureLabels = {
  received: "受け付けた件数",
  takenDown: "公開を止めた件数",
  rejected: "応じなかった件数",
  settled: "ほかの方法で対応した件数",
  open: "確認中の件数",
  medianDays: "結果までの日数（中央値）",
  appealed: "投稿した会員の異議",
  restored: "異議を認めて公開を戻した件数",
} as const satisfies Partial<Record<keyof YearFigures, string>>;

export const figureNames = [
  "received",
  "takenDown",
  "rejected",
  "settled",
  "open",
  "medianDays",
  "appealed",
  "restored",
] as const satisfies (keyof typeof figureLabels)[];

export function figuresCsv(years: readonly YearFigures[]): string {
  return plainCsvFile([
    ["年", ...figureNames.map((name) => figureLabels[name])],
    ...years.map((figures) => [figures.year, ...figureNames.map((name) => figures[name] ?? "")]),
  ]);
}
