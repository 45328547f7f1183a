import { expect, test } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { allTicked, producePreview, state, submit, submitAndWrite, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { loadCorrectionPage } from "../../correction/load-correction-page.server.ts";

withDatabase();

async function draftOf(script: string) {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "本文" }, { ...written, script });
  const scriptTaskId = (await state(viewer)).draft?.taskId ?? "";
  const word = {
    intent: "set-reading",
    scriptTaskId,
    line: "1",
    at: "2",
    word: "橋",
    way: "ハシ:2",
    scope: "place",
  };
  return { viewer, word };
}

test("a reading of one place is spoken there and shown nowhere, and its author can change it", async () => {
  const script = "A: こんばんは。\n\nB: この橋は古い。\nA: 橋は長い。";
  const { viewer, word } = await draftOf(script);
  expect(await submit(viewer, word)).toMatchObject({ flash: "script-updated" });
  const marked = script.replace("この橋", "この｜橋《ハシ2》");
  expect((await state(viewer)).draft?.script).toBe(marked);
  expect(await listPronunciations(viewer.id)).toEqual([]);

  const previewFilename = await producePreview(viewer);
  expect((await state(viewer)).preview?.script).toBe(marked);
  const { path } = await submit(viewer, {
    intent: "publish",
    previewFilename,
    title: "題",
    agreedToTerms: allTicked,
  });
  const trackId = Number(path.split("/").at(-1));
  expect((await findTrack({ viewer, trackId })).script).toBe(script);
  const { lines } = await loadCorrectionPage({ viewer, trackId });
  expect(lines.map(({ text }) => text)).toContain("この｜橋《ハシ2》は古い。");
  expect(JSON.stringify(await findPersonFeed({ idOrCustomId: viewer.id }))).not.toContain("《");
  expect(
    (await searchTracks({ viewer: null, query: "この橋は古い", limit: 5 })).tracks.map(({ id }) => id),
  ).toEqual([trackId]);
});

test("a reading goes to the member's dictionary instead, by kana and accent of their own", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  const own = { ...word, way: "own", reading: "きょう", accent: "1", scope: "member" };
  expect(await submit(viewer, own)).toMatchObject({ flash: "reading-saved" });
  expect(await listPronunciations(viewer.id)).toMatchObject([{ word: "橋", reading: "キョウ", accent: 1 }]);
  expect((await state(viewer)).draft?.script).not.toContain("《");
});

test("forged words, places, kana and accents are refused", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  for (const wrong of [
    { way: "ハシ:9" },
    { way: "ハシ》\nA: ほか:1" },
    { way: "own", reading: "橋" },
    { way: "own", reading: "はし", accent: "x" },
    { scope: "site" },
    { line: "-1" },
  ])
    await expect(submit(viewer, { ...word, ...wrong })).rejects.toBeInstanceOf(Invalid);
  for (const wrong of [{ at: "0" }, { line: "7" }, { word: "端" }, { scriptTaskId: "other" }])
    await expect(submit(viewer, { ...word, ...wrong })).rejects.toBeInstanceOf(Conflict);
  const other = await addMember();
  await expect(submit(other, word)).rejects.toBeInstanceOf(Conflict);
  expect((await state(viewer)).draft?.script).not.toContain("《");
});
