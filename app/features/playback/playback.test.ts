import { describe, expect, test } from "vitest";
import { formatTime } from "#app/lib/format-time.ts";
import { shownPosition } from "./playback.ts";
import { mediaErrorMessage, playErrorMessage } from "./playback-messages.ts";

test("the elapsed time never exceeds the total", () => {
  expect(shownPosition(12.3, 76.9)).toBe(12.25);
  for (const position of [76.9, 76.95, 77.4]) expect(formatTime(shownPosition(position, 76.9))).toBe("1:16");
});

test.each([
  [4, "形式がサポートされていません"],
  [3, "破損している可能性があります"],
  [2, "ネットワークの問題"],
  [1, "音声ファイルの読み込みに失敗しました"],
  [undefined, "音声ファイルの読み込みに失敗しました"],
])("audio element error %s", (code, cause) => {
  const { title, description } = mediaErrorMessage(code);
  expect(title).toBe("音声読み込みエラー");
  expect(description).toContain(cause);
  expect(description).toMatch(/。しばらく待ってから再度お試しください。$/);
});

describe("a rejected play()", () => {
  test.each([
    ["NotAllowedError", "自動再生がブロックされました"],
    ["NotSupportedError", "サポートされていません"],
    ["", "再生に失敗しました"],
  ])("%s", (name, words) => expect(playErrorMessage(name)?.description).toContain(words));

  test("an interruption has no message", () => expect(playErrorMessage("AbortError")).toBeNull());
});
