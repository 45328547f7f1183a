import { expect, test } from "vitest";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { officialTracks } from "./official-tracks.ts";

test("there are twelve tracks with different slugs and titles over at least eight categories", () => {
  expect(officialTracks).toHaveLength(12);
  expect(new Set(officialTracks.map((track) => track.slug)).size).toBe(12);
  expect(new Set(officialTracks.map((track) => track.title)).size).toBe(12);
  expect(new Set(officialTracks.map((track) => track.labels[0])).size).toBeGreaterThanOrEqual(8);
});

test("some titles are long enough to scroll", () => {
  expect(officialTracks.filter((track) => track.title.length > 18).length).toBeGreaterThanOrEqual(2);
});

test.each(officialTracks)("$slug keeps the limits of a track", ({ slug, title, labels, inputText }) => {
  expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
  expect(title.length).toBeLessThanOrEqual(30);
  expect(inputText.length).toBeGreaterThanOrEqual(300);
  expect(inputText.length).toBeLessThanOrEqual(900);
  expect(labels.length).toBeGreaterThanOrEqual(1);
  expect(labels.length).toBeLessThanOrEqual(3);
  for (const label of labels) expect(builtInCategories).toContain(label);
});

test.each(officialTracks)("$slug is a talk of two voices that take turns", ({ script }) => {
  expect(script.length).toBeGreaterThanOrEqual(400);
  expect(script.length).toBeLessThanOrEqual(900);
  const turns = parseScript(script);
  expect(turns).toHaveLength(script.split("\n").length);
  expect(turns.length).toBeGreaterThanOrEqual(10);
  expect(turns.length).toBeLessThanOrEqual(18);
  turns.forEach((turn, at) => {
    expect(turn.speaker).toBe(at % 2 === 0 ? "A" : "B");
  });
});
