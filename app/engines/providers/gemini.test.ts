import { expect, test } from "vitest";
import { markSources } from "./gemini.ts";

const chunks = ["one", "two"].map((name) => ({ web: { uri: `https://example.com/${name}`, title: name } }));
const mark = (
  parts: { text: string; thought?: boolean }[],
  supports: { segment?: object; groundingChunkIndices?: number[] }[],
) => markSources(parts, { groundingChunks: chunks, groundingSupports: supports }).text;
const bytes = (text: string) => Buffer.byteLength(text);

test("a segment counts bytes from the start of its part, and parts are counted with thoughts", () => {
  const parts = [
    { text: "考え中", thought: true },
    { text: "海は青い。" },
    { text: "別の考え", thought: true },
    { text: "山は高い。川は長い。" },
  ];
  expect(
    mark(parts, [
      {
        segment: { partIndex: 3, endIndex: bytes("山は高い。"), text: "山は高い。" },
        groundingChunkIndices: [1],
      },
      {
        segment: { partIndex: 1, endIndex: bytes("海は青い。"), text: "海は青い。" },
        groundingChunkIndices: [0],
      },
    ]),
  ).toBe("海は青い。[1]山は高い。[2]川は長い。");
});

test.each([
  { name: "of a thought", segment: { partIndex: 0, endIndex: 3 } },
  { name: "of a part that is not there", segment: { partIndex: 9, endIndex: 3 } },
  { name: "that ends behind its part", segment: { partIndex: 1, endIndex: 900 } },
  { name: "that ends within a character", segment: { partIndex: 1, endIndex: 4 } },
  { name: "without an end", segment: { partIndex: 1 } },
  { name: "that ends before it starts", segment: { partIndex: 1, startIndex: 6, endIndex: 3 } },
  { name: "whose text is elsewhere", segment: { partIndex: 1, endIndex: 6, text: "空は" } },
  { name: "that is missing", segment: undefined },
])("a segment $name marks nothing", ({ segment }) => {
  const parts = [{ text: "考え", thought: true }, { text: "海は青い。" }];
  expect(mark(parts, [{ ...(segment ? { segment } : {}), groundingChunkIndices: [0] }])).toBe("海は青い。");
});

test("a segment whose numbers are wrong is found by its text where that stands once", () => {
  const support = (text: string) => ({
    segment: { partIndex: 0, endIndex: 3, text },
    groundingChunkIndices: [0],
  });
  expect(mark([{ text: "海は青い。山は高い。" }], [support("山は高い。")])).toBe("海は青い。山は高い。[1]");
  expect(mark([{ text: "青い海、青い空。" }], [support("青い")])).toBe("青い海、青い空。");
});

test("what looks like a mark in the answer itself is none", () => {
  const text = "水は[1]度で沸く[２][ 2 ]。";
  expect(mark([{ text }], [])).not.toMatch(/\[[\s\p{Nd}]+\]/u);
  expect(mark([{ text: "沸く[2" }, { text: "]よ。" }], [])).not.toContain("[2]");
  const split = { segment: { partIndex: 0, endIndex: bytes("沸く[") }, groundingChunkIndices: [] };
  expect(mark([{ text: "沸く[2]よ。" }], [split])).not.toContain("[2]");
});

test("two segments that overlap or end together mark both ends, and no word is lost or said twice", () => {
  const segment = (startIndex: number, end: string) => ({ startIndex, endIndex: bytes(end) });
  expect(
    mark(
      [{ text: "海は青い。山は高い。" }],
      [
        { segment: segment(0, "海は青い。山は高い。"), groundingChunkIndices: [0] },
        { segment: segment(0, "海は青い。"), groundingChunkIndices: [1] },
        { segment: segment(3, "海は青い。"), groundingChunkIndices: [0] },
      ],
    ),
  ).toBe("海は青い。[2][1]山は高い。[1]");
});
