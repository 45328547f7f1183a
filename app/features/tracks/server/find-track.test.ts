import { expect, test } from "vitest";
import { chooseInitialTrack } from "./find-track.server.ts";

const trackOf = (userId: string) => (id: number) => ({ id, userId, isVisible: true });
const [official, members] = [trackOf("mugen"), trackOf("u1")];
const feed = [90, 89].map(members);
const defaultId = 74;

test("the requested track, else the official account's track of the setting, else the first of the feed", () => {
  const found = [official(74), members(5)];
  expect(chooseInitialTrack({ requestedId: 5, defaultId, found, feed })?.id).toBe(5);
  expect(chooseInitialTrack({ requestedId: 6, defaultId, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: null, defaultId, found, feed })?.id).toBe(74);
  expect(chooseInitialTrack({ requestedId: null, defaultId: 5, found, feed })?.id).toBe(90);
  expect(chooseInitialTrack({ requestedId: 6, defaultId, found: [], feed })?.id).toBe(90);
  expect(chooseInitialTrack({ requestedId: null, defaultId, found: [], feed: [] })).toBeNull();
});

test("a member's track, or a hidden one, with the number of the setting is first only when it is requested", () => {
  for (const other of [members(74), { ...official(74), isVisible: false }]) {
    const options = { defaultId, found: [other], feed };
    expect(chooseInitialTrack({ ...options, requestedId: null })?.id).toBe(90);
    expect(chooseInitialTrack({ ...options, requestedId: 74 })?.id).toBe(74);
  }
});
