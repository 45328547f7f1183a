import sharp from "sharp";
import { expect, test } from "vitest";
import { titleLimit } from "#app/features/creation/source-text.ts";
import { breakableParts, charactersOf } from "../breakable-parts.ts";
import { coverSizes, type TrackCoverOrder } from "../cover.ts";
import { coverSvg } from "../cover-svg.ts";
import { drawableText, outlineText } from "../outline-text.ts";
import { setTitle, shortened } from "../set-title.ts";
import { coverPath } from "./cover-path.server.ts";
import { coverVersion } from "./cover-version.server.ts";
import { findCover } from "./find-cover.server.ts";

const order: TrackCoverOrder = {
  kind: "track",
  trackId: 74,
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
  expect(charactersOf("ラッコー。「夜」")).toEqual(["ラッ", "コー。", "「夜」"]);
});

test("titles are set as large as they fit, and every character is kept while there is room", () => {
  expect(setTitle("夜のラジオ", 590, measure)).toEqual({ size: 72, lines: ["夜のラジオ"] });
  const long =
    "人工知能とクラウドの未来について専門家ふたりが語り尽くす深夜の対談番組スペシャル拡大版その第一回の前編";
  const set = setTitle(long, 590, measure);
  expect(set.lines.join("")).toBe(long);
  expect(set.size).toBeLessThan(72);
  for (const line of set.lines) expect(measure(line) * set.size).toBeLessThanOrEqual(590);
  const unbreakable = setTitle("亜".repeat(titleLimit), 590, measure);
  expect(unbreakable.lines.join("")).toHaveLength(titleLimit);
  const endless = setTitle("亜".repeat(500), 590, measure);
  expect(endless.lines).toHaveLength(8);
  expect(endless.lines.at(-1)).toMatch(/…$/);
  expect(setTitle("", 590, measure).lines).toEqual([]);
  expect(shortened("とても長い名前", 4, measure)).toBe("とても…");
});

test("emoji are left out, what the font lacks becomes 〓, ligatures and marks stay whole", () => {
  expect(drawableText("夜🎧の👩‍👩‍👧ラジオ 🇯🇵✨")).toBe("夜のラジオ");
  expect(drawableText("𠮷野家\u0000と한국")).toBe("〓野家と〓〓");
  expect(drawableText("か\u3099っこ\ufe0f")).toBe("がっこ");
  expect(drawableText("😀")).toBe("");
});

test("the SVG holds outlines only: no text, nothing of the title that could be markup", () => {
  const svg = coverSvg({ ...order, title: "<script>&\"'", posterName: "</svg>" }, outlineText);
  expect(svg).not.toMatch(/<text|script|NaN|undefined/);
  expect(svg.match(/<svg/g)).toHaveLength(1);
});

test("the version follows what the cover shows, and nothing else", () => {
  const version = (change: Partial<TrackCoverOrder>) => coverVersion({ ...order, ...change });
  const wide = version({});
  for (const change of [
    { title: "x" },
    { posterName: "x" },
    { labels: ["歴史"] },
    { trackId: 75 },
    { size: "512" as const },
  ])
    expect(version(change)).not.toBe(wide);
  expect(version({ labels: ["科学", "歴史"] })).toBe(wide);
  expect(version({ size: "192", title: "x" })).toBe(version({ size: "192" }));
  expect(coverPath(order)).toBe(`/api/tracks/74/cover.png?size=1200x630&v=${wide}`);
});

test("covers are PNGs of their sizes; asked for again, nothing is drawn", async () => {
  for (const size of ["192", "512", "1200x630"] as const) {
    const png = await findCover({ ...order, size });
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: "png", ...coverSizes[size] });
    const refuse = () => {
      throw new Error("drawn again");
    };
    expect(await findCover({ ...order, size }, refuse)).toBe(png);
  }
  const fresh = { ...order, trackId: 75 };
  const [first, second] = await Promise.all([findCover(fresh), findCover(fresh)]);
  expect(first).toBe(second);
  await expect(
    findCover({ ...order, trackId: 76 }, () => {
      throw new Error("too often");
    }),
  ).rejects.toThrow("too often");
});

test("the wide cover shows the title and the name of the poster", async () => {
  const pixels = async (change: Partial<TrackCoverOrder>) =>
    sharp(await findCover({ ...order, ...change }))
      .extract({ left: 0, top: 0, width: 600, height: 520 })
      .raw()
      .toBuffer();
  const without = await pixels({ title: "", posterName: "" });
  expect((await pixels({ posterName: "" })).equals(without)).toBe(false);
  expect((await pixels({ title: "" })).equals(without)).toBe(false);
});
