import { expect, test } from "vitest";
import { chooseInitialTrack } from "./choose-initial-track.ts";

const feed = [{ id: 90 }, { id: 89 }];

test("the track that was asked for, else 74, else the first", () => {
  const found = [{ id: 74 }, { id: 5 }];
  expect(chooseInitialTrack({ asked: 5, found, feed })?.id).toBe(5);
  expect(chooseInitialTrack({ asked: 6, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ asked: null, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ asked: 6, found: [], feed })?.id).toBe(90);
  expect(chooseInitialTrack({ asked: null, found: [], feed: [] })).toBeNull();
});
