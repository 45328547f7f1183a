import { mkdirSync } from "node:fs";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { maxPlaylistItems } from "#app/features/playlists/playlist.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTrack } from "#test/tracks.ts";

/** What a browser opens: a page, and the session of a member. */
export interface BenchPage {
  path: string;
  session: string;
}

/** A track's page: writes twenty audible tracks of two minutes, and a member, into the new `dataDir`. */
export const fillForPress = (dataDir: string): Promise<BenchPage> =>
  fill(dataDir, async (userId) => {
    const titles = Array.from({ length: 20 }, (_, n) => titleOf(n));
    const ids = await addSoundingTracks({ dataDir, userId, titles, seconds: 120 });
    return `/track/${ids.at(-1)}`;
  });

/** A member's playlist that is full, of tracks without sound. */
export const fillPlaylist = (dataDir: string): Promise<BenchPage> =>
  fill(dataDir, async (userId) => {
    const trackIds: number[] = [];
    await write(async () => {
      for (let n = 1; n <= maxPlaylistItems; n++)
        trackIds.push(await addTrack({ userId, title: titleOf(n) }));
    });
    return `/playlists/${await addPlaylist({ userId, trackIds })}`;
  });

const titleOf = (n: number) => `${officialTracks[n % officialTracks.length]?.title ?? "夜"} ${n}`;

/** `add` returns the page's path. */
async function fill(dataDir: string, add: (userId: string) => Promise<string>): Promise<BenchPage> {
  mkdirSync(dataDir, { recursive: true });
  await openDatabase({ url: undefined, dataDir });
  try {
    const { id: userId } = await addMember();
    return { path: await add(userId), session: await startSession({ userId, deviceInfo: "" }) };
  } finally {
    await closeDatabase();
  }
}
