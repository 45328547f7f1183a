import { expect, test } from "vitest";
import { breakLongPhrases } from "./breath-groups.ts";

test.each([
  [
    "私が昨日の夕方に駅前の本屋で買った本はとても面白かったと思います。",
    "私が昨日の夕方に駅前の本屋で、買った本はとても面白かったと思います。",
  ],
  ["春には多くの人が歩きます。", "春には多くの人が歩きます。"],
  [
    "とても面白かったので、次の休みにも行ってみたいと思います。",
    "とても面白かったので、次の休みにも行ってみたいと思います。",
  ],
  ["あ".repeat(40), "あ".repeat(40)],
])("%s", (text, broken) => {
  expect(breakLongPhrases(text, 25)).toBe(broken);
});
