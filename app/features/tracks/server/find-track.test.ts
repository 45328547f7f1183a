import { expect, test } from "vitest";
import { chooseInitialTrack } from "./find-track.server.ts";

const feed = [{ id: 90 }, { id: 89 }];

test("the requested track, else 74, else the first of the feed", () => {
  const found = [{ id: 74 }, { id: 5 }];
  expect(chooseInitialTrack({ requestedId: 5, found, feed })?.id).toBe(5);
  expect(chooseInitialTrack({ requestedId: 6, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: null, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: 6, found: [], feed })?.id).toBe(90);
  expect(chooseInitialTrack({ requestedId: null, found: [], feed: [] })).toBeNull();
});
