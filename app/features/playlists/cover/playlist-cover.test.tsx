import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { coverColours } from "#app/features/covers/cover-palettes.ts";
import { playlistCover } from "#app/features/covers/playlist-cover.ts";
import { write } from "#db/client.ts";
import { labels, trackLabels } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { listCoverTracks } from "./cover-tracks.server.ts";
import { PlaylistCover } from "./playlist-cover.tsx";

withDatabase();

const tracks = [
  { id: 1, label: "科学" },
  { id: 2, label: "歴史" },
  { id: 3, label: null },
  { id: 4, label: "音楽" },
  { id: 5, label: "旅行" },
];
const ids = Array.from({ length: 200 }, (_, index) => index + 1);

test("a line for each of the first four tracks in its label's colour, the first one on top", () => {
  const { background, waves } = playlistCover({ tracks, category: "旅行" });
  const { background: own, line } = coverColours(["科学"]);
  expect(background).toBe(own);
  expect(waves.map(({ colour }) => colour)).toEqual(
    ["音楽", "", "歴史", "科学"].map((label) => coverColours([label]).line),
  );
  expect(waves.at(-1)?.colour).toBe(line);
  expect(playlistCover({ tracks, category: undefined })).toEqual(playlistCover({ tracks, category: "旅行" }));
});

test("a playlist without tracks has a line in the colours of its category", () => {
  const { background, line } = coverColours(["旅行"]);
  expect(playlistCover({ tracks: [], category: "旅行" })).toEqual({
    background,
    waves: [{ path: "M-9 50H109", colour: line }],
  });
  expect(playlistCover({ tracks: [], category: undefined }).background).toBe(coverColours([]).background);
});

test.each([100, 480])(
  "lines extend beyond both edges of a cover %i wide and stay within its height",
  (width) => {
    for (const id of ids) {
      for (const { path } of playlistCover({
        tracks: [1, 2, 3, 4].map((step) => ({ id: id * step, label: null })),
        category: undefined,
        width,
      }).waves) {
        expect(path).toMatch(/^M-?\d+ \d+C[-\d ]+S[-\d ]+$/);
        const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
        expect(numbers[0]).toBeLessThan(-3);
        expect(numbers.at(-2)).toBeGreaterThan(width + 3);
        for (const y of numbers.filter((_, index) => index % 2 === 1)) {
          expect(y).toBeGreaterThanOrEqual(15);
          expect(y).toBeLessThanOrEqual(85);
        }
      }
    }
  },
);

test("playlists have different covers, in a few hundred bytes", () => {
  const drawn = ids.map((id) =>
    renderToStaticMarkup(<PlaylistCover tracks={[{ id, label: null }]} category="" />),
  );
  expect(new Set(drawn).size).toBeGreaterThan(190);
  const four = renderToStaticMarkup(<PlaylistCover tracks={tracks} category="旅行" />);
  expect(four.length).toBeLessThan(1500);
  expect(four).toContain('aria-hidden="true"');
});

test("covers are drawn from the first public tracks", async () => {
  const { id: userId } = await addMember();
  const trackIds: number[] = [];
  for (let count = 0; count < 7; count++) trackIds.push(await addTrack({ userId, isVisible: count !== 1 }));
  const [a = 0, hidden = 0, b = 0, c = 0, d = 0] = trackIds;
  await write(async (tx) => {
    const [label] = await tx
      .insert(labels)
      .values({ name: "科学", folded: "科学" })
      .onConflictDoUpdate({ target: labels.name, set: { name: "科学" } })
      .returning();
    for (const trackId of [a, hidden])
      await tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 });
  });
  const playlist = await addPlaylist({ userId, trackIds });
  const silent = await addPlaylist({ userId, trackIds: [hidden] });
  const coverTracks = await listCoverTracks([playlist, silent]);
  expect(coverTracks.get(playlist)).toEqual([
    { id: a, label: "科学" },
    { id: b, label: null },
    { id: c, label: null },
    { id: d, label: null },
  ]);
  expect([coverTracks.has(silent), (await listCoverTracks([])).size]).toEqual([false, 0]);
});
