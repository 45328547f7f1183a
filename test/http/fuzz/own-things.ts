import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { publicIdOfToken, startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { db, write } from "#db/client.ts";
import { invitations, notifications, playlistItems, playlists, pronunciations } from "#db/schema/index.ts";
import { addPreview } from "#test/full-account.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { addAudioTask } from "../../audio-tasks.ts";
import type { ActorName } from "./actors.ts";
import type { Kind, Thing } from "./things.ts";

/** What an account has besides its guarded things; some of it is made here, for its owner to change. */
export async function thingsOf(owner: ActorName, viewer: Viewer): Promise<Thing[]> {
  const found: Thing[] = [];
  const add = (kind: Kind, id: string | number, isGuarded = false) =>
    found.push({ kind, id: `${id}`, owner, isGuarded });
  // Operators change other members.
  add("person", viewer.id, true);
  if (viewer.customUserId) add("person", viewer.customUserId, true);
  await guardWordsAndCodes(viewer, add);
  await addTracksAndPlaylists(owner, viewer, add);
  await addDrafts(viewer, add);
  await addWordsAndCodes(viewer, add);
  const told = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, viewer.id));
  for (const { id } of told) add("notification", id);
  add("session", publicIdOfToken(await startSession({ userId: viewer.id, deviceInfo: "Safari" })));
  return found;
}

type Add = (kind: Kind, id: string | number, isGuarded?: boolean) => void;

/** Those that are there have secrets. */
async function guardWordsAndCodes({ id }: Viewer, add: Add): Promise<void> {
  const words = await db
    .select({ id: pronunciations.id })
    .from(pronunciations)
    .where(eq(pronunciations.userId, id));
  for (const word of words) add("pronunciation", word.id, true);
  const codes = await db
    .select({ code: invitations.code })
    .from(invitations)
    .where(eq(invitations.ownerId, id));
  for (const { code } of codes) add("invitation", code, true);
}

async function addTracksAndPlaylists(owner: ActorName, { id: userId }: Viewer, add: Add): Promise<void> {
  const tracks: number[] = [];
  for (let number = 0; number < 4; number++)
    tracks.push(await addTrack({ userId, title: `${owner}の音${number}` }));
  for (const id of tracks) add("track", id);
  for (let number = 0; number < 3; number++) {
    const publicSlug = `${owner}-${number}`;
    add(
      "playlist",
      await addPlaylist({ userId, trackIds: tracks, publicSlug, name: `${owner}の一覧${number}` }),
    );
    add("slug", publicSlug);
  }
  const lists = await db.select({ id: playlists.id }).from(playlists).where(eq(playlists.userId, userId));
  const ids = lists.map(({ id }) => id);
  const items = await db
    .select({ id: playlistItems.id })
    .from(playlistItems)
    .where(inArray(playlistItems.playlistId, ids));
  for (const { id } of items) add("item", id);
}

async function addDrafts(viewer: Viewer, add: Add): Promise<void> {
  const made = await addPreview(viewer);
  add("task", made.taskId);
  add("preview", made.previewFilename);
  // So long ago that they may be killed.
  const then = new Date(Date.now() - 3_600_000);
  const times = { createdAt: then, startedAt: then, updatedAt: then };
  for (const kind of ["script", "script", "preview", "preview"] as const) {
    const id = randomUUID();
    const previewFilename = kind === "preview" ? `${id}.mp3` : null;
    const script = "A: こんばんは。\nB: こんばんは。";
    await addAudioTask({ id, userId: viewer.id, kind, previewFilename, script, ...times });
    add("task", id);
    if (kind === "script") add("script", id);
    if (previewFilename) add("preview", previewFilename);
  }
}

async function addWordsAndCodes({ id: userId }: Viewer, add: Add): Promise<void> {
  const now = new Date();
  for (let number = 0; number < 4; number++) {
    const code = randomUUID();
    const word = `言葉${number}`;
    await write(async (tx) => {
      await tx.insert(invitations).values({ code, ownerId: userId, createdAt: now });
      const [saved] = await tx
        .insert(pronunciations)
        .values({ userId, owner: userId, word, wordKey: word, reading: "コトバ", updatedAt: now })
        .returning({ id: pronunciations.id });
      add("pronunciation", saved?.id ?? 0);
    });
    add("invitation", code);
  }
}
