import { expect, test } from "vitest";
import { readPlaces } from "./places.ts";

test.each([
  ["広島の呉と尾道", "広島のクレと尾道"],
  ["呉に行く。", "クレに行く。"],
  ["呉服と呉越同舟", "呉服と呉越同舟"],
  ["国立に住む。国立の美術館。", "クニタチに住む。国立の美術館。"],
  ["下野国の国司", "シモツケノクニの国司"],
  ["正治二年と正治さん", "ショージ二年と正治さん"],
  ["仁和寺の法師", "ニンナジの法師"],
])("%s", (text, read) => {
  expect(readPlaces(text)).toBe(read);
});
