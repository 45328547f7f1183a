import { expect, test } from "vitest";
import {
  findWeight,
  hashOf,
  packWeights,
  unpackWeights,
  type Weight,
  weighedKinds,
} from "./weights-table.ts";

test("what is packed is found again by its feature, with its kind, and nothing else is", () => {
  const weights = new Map<string, Weight>(
    Array.from({ length: 3000 }, (_, at) => {
      const weight = (((at * 37) % 255) - 127) / 100;
      const kind = weight > 0 ? (weighedKinds[at % weighedKinds.length] ?? null) : null;
      return [`語${at}`, { weight, kind }] as const;
    }).filter(([, { weight }]) => weight !== 0),
  );
  const table = unpackWeights(packWeights(weights));
  expect(table.hashes).toHaveLength(weights.size);
  expect([...weights.keys()].map((feature) => findWeight(table, feature))).toEqual([...weights.values()]);
  expect([findWeight(table, "語3000"), findWeight(table, "")]).toEqual([null, null]);
});

test("one feature alone is found, and in an empty table none is", () => {
  const weight: Weight = { weight: -1.28, kind: null };
  expect(findWeight(unpackWeights(packWeights(new Map([["死", weight]]))), "死")).toEqual(weight);
  expect(findWeight(unpackWeights(packWeights(new Map())), "死")).toBeNull();
});

test("a weight that a byte can't hold is the nearest that it can", () => {
  const table = unpackWeights(packWeights(new Map([["死", { weight: 9, kind: "threat" }]])));
  expect(findWeight(table, "死")).toEqual({ weight: 1.27, kind: "threat" });
});

test("hashes use all of their bits", () => {
  const hashes = Array.from({ length: 1000 }, (_, at) => hashOf(`語${at}`));
  for (let bit = 0; bit < 32; bit++) {
    const ones = hashes.filter((hash) => Math.floor(hash / 2 ** bit) % 2 === 1).length;
    expect(ones).toBeGreaterThan(400);
    expect(ones).toBeLessThan(600);
  }
});
