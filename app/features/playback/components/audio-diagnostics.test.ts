import { expect, test } from "vitest";
import { type AudioState, audioReadings, supportLabel } from "./audio-diagnostics.tsx";

const quiet: AudioState = {
  readyState: 0,
  networkState: 0,
  paused: true,
  ended: false,
  seeking: false,
  currentTime: 0,
  duration: Number.NaN,
  error: null,
  buffered: { length: 0, start: () => 0, end: () => 0 },
  volume: 1,
  muted: false,
  playbackRate: 1,
};
const read = (changes: Partial<AudioState>) =>
  Object.fromEntries(audioReadings({ ...quiet, ...changes }).map(({ name, value }) => [name, value]));

test("nothing loaded yet", () => {
  expect(read({})).toMatchObject({
    準備状態: "0 HAVE_NOTHING（まだ何もありません）",
    再生状態: "停止中",
    エラー: "なし",
    "位置 / 長さ": "0:00（0.0秒） / 不明",
    バッファ済み: "なし",
  });
});

test("playing, with two buffered ranges", () => {
  const ends = [10, 70.5];
  const buffered = { length: 2, start: (n: number) => n * 60, end: (n: number) => ends[n] ?? 0 };
  expect(
    read({ readyState: 4, networkState: 2, paused: false, currentTime: 3.25, duration: 75, buffered }),
  ).toMatchObject({
    再生状態: "再生中",
    バッファ済み: "0:00（0.0秒）–0:10（10.0秒）、1:00（60.0秒）–1:10（70.5秒）",
    通信状態: "2 NETWORK_LOADING（読み込み中）",
  });
  expect(read({ readyState: 2, paused: false })).toMatchObject({ 再生状態: "再生待ち" });
});

test("an error shows its code and the browser's message, and is marked", () => {
  const failed = audioReadings({ ...quiet, error: { code: 4, message: "404: Not Found" } });
  expect(failed.find(({ name }) => name === "エラー")).toEqual({
    name: "エラー",
    value: "4 MEDIA_ERR_SRC_NOT_SUPPORTED（音源がないか、対応していない形式です） 404: Not Found",
    isBad: true,
  });
});

test("labels of format support", () => {
  expect(["probably", "maybe", ""].map(supportLabel)).toEqual(["対応", "おそらく対応", "非対応"]);
});
