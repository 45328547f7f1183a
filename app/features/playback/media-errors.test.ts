import { afterEach, describe, expect, test, vi } from "vitest";
import { diagnoseError, failureOf, playErrorMessage } from "./media-errors.ts";
import { failureMessage } from "./playback-messages.ts";

afterEach(() => vi.unstubAllGlobals());

const later = "しばらく待ってから再度お試しください。";

test.each<[code: number, status: number | null, told: string]>([
  [2, 200, `ネットワークの問題で音声を読み込めませんでした。${later}`],
  [3, 200, `音声ファイルが破損している可能性があります。${later}`],
  [4, 200, `音声ファイルの形式がサポートされていません。${later}`],
  [4, 404, "音声が見つかりません。削除されたか、非公開になった可能性があります。"],
  [4, 410, "音声が見つかりません。削除されたか、非公開になった可能性があります。"],
  [4, 403, `音声ファイルの読み込みに失敗しました。${later}`],
  [4, 429, `ネットワークの問題で音声を読み込めませんでした。${later}`],
  [4, 503, `ネットワークの問題で音声を読み込めませんでした。${later}`],
  [4, null, `ネットワークの問題で音声を読み込めませんでした。${later}`],
  [0, null, `ネットワークの問題で音声を読み込めませんでした。${later}`],
  [0, 200, `音声ファイルの形式がサポートされていません。${later}`],
])("error code %i, the source responds with %s: the listener is told %s", async (code, status, told) => {
  vi.stubGlobal("fetch", async (_source: string, { method, headers }: RequestInit) => {
    if (status === null) throw new TypeError("Failed to fetch");
    // A file that storage has lost is found by reading it alone.
    const isRead = method === undefined && new Headers(headers).get("Range") === "bytes=0-0";
    return { status: isRead ? status : 200 };
  });
  const { title, description } = failureMessage(failureOf(await diagnoseError(code, "/api/stream/1")));
  expect(title).toBe("音声読み込みエラー");
  expect(description).toBe(told);
});

describe("a rejected play()", () => {
  test.each([
    ["NotAllowedError", "自動再生がブロックされました"],
    ["NotSupportedError", "サポートされていません"],
    ["", "再生に失敗しました"],
  ])("%s", (name, words) => expect(playErrorMessage(name)?.description).toContain(words));

  test("an interruption has no message", () => expect(playErrorMessage("AbortError")).toBeNull());
});
