import { expect, test } from "vitest";
import { newTrack } from "#test/tracks.ts";
import { toHistoryListItem } from "./history.ts";

const track = { ...newTrack, durationMs: 60_000 };
/** 0:10 in Tokyo, still the day before in UTC. */
const now = new Date("2026-11-20T15:10:00Z");
const lastListen = (listenedAt: string, positionMs = 0) =>
  toHistoryListItem({ track, listenedAt: new Date(listenedAt), positionMs }, null, now).lastListen;

test("days are those of Tokyo", () => {
  expect(lastListen("2026-11-20T15:00:00Z")).toMatchObject({ day: "今日", time: "0:00" });
  expect(lastListen("2026-11-20T14:59:00Z")).toMatchObject({ day: "昨日", time: "23:59" });
  expect(lastListen("2026-11-19T14:59:00Z")).toMatchObject({ day: "2026年11月19日(木)", time: "23:59" });
});

test("it resumes where it was left, unless that is near the beginning or the end", () => {
  for (const [positionMs, position] of [
    [0, 0],
    [4_900, 0],
    [5_000, 5],
    [57_000, 57],
    [57_100, 0],
    [60_000, 0],
  ] as const)
    expect(lastListen("2026-11-20T15:00:00Z", positionMs)?.position, `${positionMs} ms`).toBe(position);
});
