import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { coverSeedOf } from "./cover.ts";
import { coverLook } from "./cover-design.ts";
import { coverPaletteOf } from "./cover-palettes.ts";
import { createDistinctCoverId } from "./distinct-cover.ts";

const labels = ["科学"];
const lookOf = (coverId: number) => coverLook(coverId, coverPaletteOf(labels));

test("of one category neither two tracks of an author in a row nor the site's newest have the same ground and kind", () => {
  let before = { coverId: coverSeedOf(randomUUID()), labels };
  for (let track = 0; track < 200; track++) {
    const newest = { coverId: coverSeedOf(randomUUID()), labels };
    const id = createDistinctCoverId({ createId: randomUUID, labels, neighbours: [before, newest] });
    const [own, beside, other] = [lookOf(coverSeedOf(id)), lookOf(before.coverId), lookOf(newest.coverId)];
    expect([own.ground, own.kind]).not.toEqual([beside.ground, beside.kind]);
    expect([own.ground, own.kind]).not.toEqual([other.ground, other.kind]);
    before = { coverId: coverSeedOf(id), labels };
  }
});

test("without neighbours any id does", () => {
  expect(createDistinctCoverId({ createId: () => "an-id", labels: [], neighbours: [] })).toBe("an-id");
});
