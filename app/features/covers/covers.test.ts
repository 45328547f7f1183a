import sharp from "sharp";
import { expect, test } from "vitest";
import { maxTitleLength } from "#app/features/creation/creation.ts";
import { coverSizes, type TrackCoverSpec } from "./cover.ts";
import { coverPath, coverVersion } from "./cover-path.server.ts";
import { breakableParts, fitTitle, splitCharacters, truncate } from "./drawing/fit-title.ts";
import { drawableText, outlineText } from "./drawing/outline-text.ts";
import { trackCoverSvg } from "./drawing/track-cover-svg.ts";
import { renderCover } from "./render-cover.server.ts";

const spec: TrackCoverSpec = {
  kind: "track",
  trackId: 74,
  coverId: 74,
  size: "1200x630",
  labels: ["科学"],
  title: "灯台守の一日",
  posterName: "夜野 かなで",
};
/** Every character as wide as it is high, Latin ones half so. */
const measure = (text: string) => Array.from(text).reduce((sum, one) => sum + (one < "\u3000" ? 0.5 : 1), 0);

test("a line ends between words: particles and punctuation stay with the word before", () => {
  expect(breakableParts("灯台守の一日。").join("|")).toMatch(/の\|一日。$/);
  expect(breakableParts("テクノロジーについて、「静かに」語る")).not.toContain("、");
  for (const part of breakableParts("深夜の「テクノロジー」対談、第3回（前編）…ッー!")) {
    expect(part).not.toMatch(/^[、。」）…ッー!]/);
    expect(part).not.toMatch(/[「（]$/);
  }
  expect(splitCharacters("ラッコー。「夜」")).toEqual(["ラッ", "コー。", "「夜」"]);
});

test("titles are set as large as they fit, and no character is lost while there is room", () => {
  expect(fitTitle("夜のラジオ", 590, measure)).toEqual({ size: 72, lines: ["夜のラジオ"] });
  const long =
    "人工知能とクラウドの未来について専門家ふたりが語り尽くす深夜の対談番組スペシャル拡大版その第一回の前編";
  const set = fitTitle(long, 590, measure);
  expect(set.lines.join("")).toBe(long);
  expect(set.size).toBeLessThan(72);
  for (const line of set.lines) expect(measure(line) * set.size).toBeLessThanOrEqual(590);
  const unbreakable = fitTitle("亜".repeat(maxTitleLength), 590, measure);
  expect(unbreakable.lines.join("")).toHaveLength(maxTitleLength);
  const endless = fitTitle("亜".repeat(500), 590, measure);
  expect(endless.lines).toHaveLength(8);
  expect(endless.lines.at(-1)).toMatch(/…$/);
  expect(fitTitle("", 590, measure).lines).toEqual([]);
  expect(truncate("とても長い名前", 4, measure)).toBe("とても…");
});

test("emoji are removed, what the font lacks becomes 〓, combining marks stay", () => {
  expect(drawableText("夜🎧の👩‍👩‍👧ラジオ 🇯🇵✨")).toBe("夜のラジオ");
  expect(drawableText("𠮷野家\u0000と한국")).toBe("〓野家と〓〓");
  expect(drawableText("か\u3099っこ\ufe0f")).toBe("がっこ");
  expect(drawableText("😀")).toBe("");
});

test("the SVG contains outlines only: no text and no markup from the title", () => {
  const svg = trackCoverSvg({ ...spec, title: "<script>&\"'", posterName: "</svg>" }, outlineText);
  expect(svg).not.toMatch(/<text|script|NaN|undefined/);
  // The figure is cut off by a frame of its own.
  expect(svg.match(/<svg/g)).toHaveLength(2);
});

test("the version changes with what the cover shows, and with nothing else", () => {
  const version = (change: Partial<TrackCoverSpec>) => coverVersion({ ...spec, ...change });
  const wide = version({});
  for (const change of [
    { title: "x" },
    { posterName: "x" },
    { labels: ["歴史"] },
    { coverId: 75 },
    { size: "512" as const },
  ])
    expect(version(change)).not.toBe(wide);
  expect(version({ labels: ["科学", "歴史"] })).toBe(wide);
  expect(version({ size: "192", title: "x" })).toBe(version({ size: "192" }));
  expect(coverPath(spec)).toBe(`/api/tracks/74/cover.png?size=1200x630&v=${wide}`);
});

test("covers are PNGs of their sizes, and are drawn once", async () => {
  for (const size of ["192", "512", "1200x630"] as const) {
    const png = await renderCover({ ...spec, size });
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: "png", ...coverSizes[size] });
    const refuse = () => {
      throw new Error("drawn again");
    };
    expect(await renderCover({ ...spec, size }, refuse)).toBe(png);
  }
  const fresh = { ...spec, coverId: 75 };
  const [first, second] = await Promise.all([renderCover(fresh), renderCover(fresh)]);
  expect(first).toBe(second);
  await expect(
    renderCover({ ...spec, coverId: 76 }, () => {
      throw new Error("too often");
    }),
  ).rejects.toThrow("too often");
});

test("the wide cover shows the title and the name of the author", async () => {
  const pixels = async (change: Partial<TrackCoverSpec>) =>
    sharp(await renderCover({ ...spec, ...change }))
      .extract({ left: 0, top: 0, width: 600, height: 520 })
      .raw()
      .toBuffer();
  const without = await pixels({ title: "", posterName: "" });
  expect((await pixels({ posterName: "" })).equals(without)).toBe(false);
  expect((await pixels({ title: "" })).equals(without)).toBe(false);
});
