import { mkdirSync } from "node:fs";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { maxPlaylistItems } from "#app/features/playlists/playlist.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";

export interface FilledPlaylist {
  path: string;
  session: string;
}

export async function fillPlaylist(dataDir: string): Promise<FilledPlaylist> {
  mkdirSync(dataDir, { recursive: true });
  await openDatabase({ url: undefined, dataDir });
  try {
    const owner = await addMember();
    const trackIds: number[] = [];
    await write(async () => {
      for (let n = 1; n <= maxPlaylistItems; n++) {
        const { title } = officialTracks[n % officialTracks.length] ?? { title: "夜" };
        trackIds.push(await addTrack({ userId: owner.id, title: `${title} ${n}` }));
      }
    });
    const id = await addPlaylist({ userId: owner.id, trackIds });
    return { path: `/playlists/${id}`, session: await startSession({ userId: owner.id, deviceInfo: "" }) };
  } finally {
    await closeDatabase();
  }
}
