import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseScript } from "#app/engines/script/script.ts";
import { createFolderStorage } from "#app/features/storage/server/folder-storage.server.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import {
  labels,
  renditions,
  sessions,
  trackLabels,
  tracks,
  transcriptCues,
  users,
} from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";

/** Three minutes at 64 kbps. */
const trackBytes = 1_400_000;

export interface Installation {
  trackId: number;
  file: string;
  bytes: Buffer;
  cookie: string;
}

const trackCount = 20;

/**
 * Writes a member, a session, and tracks with transcript and labels into the new `dataDir`. One track has a file of 1.4 MB,
 * filled with noise.
 */
export async function fillInstallation(dataDir: string): Promise<Installation> {
  // Before the file: a missing database beside audio counts as lost.
  mkdirSync(dataDir, { recursive: true });
  await openDatabase({ url: undefined, dataDir });
  const bytes = randomBytes(trackBytes);
  const key = "audio/bench/64.mp3";
  const storage = createFolderStorage({ root: path.join(dataDir, "files") });
  await storage.put(key, bytes);
  const file = storage.localPath(key);
  storage.close();
  try {
    const userId = randomUUID();
    const token = randomBytes(32).toString("base64url");
    const now = new Date();
    const trackId = await write(async (tx) => {
      await tx.insert(users).values({
        id: userId,
        provider: "local",
        subject: "bench@example.com",
        name: "夜野 かなで",
        email: "bench@example.com",
        createdAt: now,
        updatedAt: now,
      });
      await tx.insert(sessions).values({
        id: createHash("sha256").update(token).digest("base64url"),
        userId,
        createdAt: now,
        lastActiveAt: now,
        expiresAt: new Date(now.getTime() + 24 * 60 * 60 * 1000),
      });
      let newest = 0;
      for (let index = 0; index < trackCount; index++) {
        const text = officialTracks[index % officialTracks.length];
        if (!text) throw new Error("there are no seed texts");
        const turns = parseScript(text.script);
        const [track] = await tx
          .insert(tracks)
          .values({
            userId,
            title: text.title,
            script: text.script,
            filename: `${index}.mp3`,
            durationMs: turns.length * 5000,
            searchText: foldText(`${text.title}\n${text.script}`),
            uploadedAt: new Date(now.getTime() + index),
          })
          .returning({ id: tracks.id });
        newest = track?.id ?? 0;
        await tx.insert(transcriptCues).values(
          turns.map((turn, position) => ({
            ...turn,
            trackId: newest,
            position,
            startMs: position * 5000,
            endMs: position * 5000 + 4500,
          })),
        );
        for (const [position, name] of text.labels.entries()) {
          const folded = foldText(name);
          const [label] = await tx
            .insert(labels)
            .values({ name, folded })
            .onConflictDoUpdate({ target: labels.name, set: { folded } })
            .returning({ id: labels.id });
          if (label) await tx.insert(trackLabels).values({ trackId: newest, labelId: label.id, position });
        }
      }
      await tx.insert(renditions).values({
        trackId: newest,
        kbps: 64,
        storageKey: key,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        createdAt: now,
      });
      return newest;
    });
    return { trackId, file, bytes, cookie: `mugen_session=${token}` };
  } finally {
    await closeDatabase();
  }
}
