import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DayCounts } from "./insights.ts";
import { DaysCard } from "./insights-charts.tsx";

const day = (plays: number): DayCounts => ({
  day: "2026-11-30",
  plays,
  sources: { site: plays, link: 0, search: 0, embed: 0, feed: 0 },
});

test("without plays a sentence stands where the bars would", () => {
  const drawn = (plays: number) => renderToStaticMarkup(createElement(DaysCard, { days: [day(plays)] }));
  expect(drawn(0)).toContain("まだ再生されていません");
  expect(drawn(0)).not.toContain("<path");
  expect(drawn(2)).toContain("多い日 2回");
});
