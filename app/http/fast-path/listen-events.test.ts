import { expect, test } from "vitest";
import { isListenEvent } from "./listen-events.ts";

test.each([
  ["POST", "/api/tracks/7/increment-play-count", true],
  ["POST", "/api/tracks/7/increment-impression-count?x=1", true],
  ["POST", "/api/listening-history", true],
  ["GET", "/api/listening-history", false],
  ["POST", "/api/tracks/7", false],
  ["PUT", "/api/user/playback", true],
  ["GET", "/api/user/playback?deviceId=x", false],
  ["DELETE", "/api/user/listening-history", false],
  ["POST", "/api/tracks/7/increment-play-counts", false],
])("%s %s leaves a note: %s", (method, url, note) => {
  expect(isListenEvent({ method, url })).toBe(note);
});
