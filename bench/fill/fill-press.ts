import { mkdirSync } from "node:fs";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";

export interface FilledForPress {
  trackPath: string;
  session: string;
}

/** Writes twenty audible tracks of two minutes, and a member, into the new `dataDir`. */
export async function fillForPress(dataDir: string): Promise<FilledForPress> {
  mkdirSync(dataDir, { recursive: true });
  await openDatabase({ url: undefined, dataDir });
  try {
    const member = await addMember();
    const titles = Array.from({ length: 20 }, (_, n) => {
      const { title } = officialTracks[n % officialTracks.length] ?? { title: "夜" };
      return `${title} ${n}`;
    });
    const ids = await addSoundingTracks({ dataDir, userId: member.id, titles, seconds: 120 });
    return {
      trackPath: `/track/${ids.at(-1)}`,
      session: await startSession({ userId: member.id, deviceInfo: "" }),
    };
  } finally {
    await closeDatabase();
  }
}
