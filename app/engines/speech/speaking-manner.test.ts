import { expect, test } from "vitest";
import { speakingMannerOf } from "./speaking-manner.ts";

test("figures are stressed in news: by the text's kind, and by its labels where nobody knows the kind", () => {
  const stressed = (text: Parameters<typeof speakingMannerOf>[0]) =>
    speakingMannerOf(text).stressesFigures === true;
  expect(stressed({ textKind: "news", labels: ["料理・グルメ"] })).toBe(true);
  expect(stressed({ textKind: null, labels: ["科学", "ニュース"] })).toBe(true);
  expect(stressed({ textKind: "article", labels: ["ニュース"] })).toBe(false);
  expect(stressed({ textKind: null, labels: ["科学"] })).toBe(false);
  expect(stressed({ textKind: null, labels: null })).toBe(false);
  expect(speakingMannerOf({ textKind: "mourning", labels: ["ニュース"] })).toEqual({ mood: "mourning" });
});
