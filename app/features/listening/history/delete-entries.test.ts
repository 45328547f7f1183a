import { expect, test, vi } from "vitest";
import { readSavedPosition, savePosition } from "#app/features/playback/hooks/playback-positions.ts";
import { track, withPlayerPage } from "#test/audio/player-page.ts";
import { deleteEntries } from "./delete-entries.ts";

withPlayerPage();

const leftAt = () => [7, 8, 9].map((id) => readSavedPosition(track(id)));

test("what is deleted from the history begins anew on this device too, what could not be deleted goes on", async () => {
  let status = 200;
  vi.stubGlobal("fetch", async () => Response.json({ success: status === 200 }, { status }));
  for (const id of [7, 8, 9]) savePosition(track(id), 40);
  await deleteEntries(8);
  expect(leftAt()).toEqual([40, 0, 40]);
  status = 503;
  await deleteEntries(null);
  expect(leftAt()).toEqual([40, 0, 40]);
  status = 200;
  await deleteEntries(null);
  expect(leftAt()).toEqual([0, 0, 0]);
});
