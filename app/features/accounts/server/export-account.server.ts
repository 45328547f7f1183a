import { setImmediate as nextTurn } from "node:timers/promises";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { LimitReached, NotFound } from "#app/features/domain-error.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import { viewableBy } from "#app/features/playlists/server/viewable-by.server.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { batchesOf } from "#app/lib/batches.ts";
import { db } from "#db/client.ts";
import {
  audioTasks,
  consents,
  dailyUsage,
  follows,
  invitations,
  labels,
  likes,
  listeningHistory,
  playlistFollows,
  playlistItems,
  playlists,
  renditions,
  sessions,
  trackLabels,
  tracks,
  transcriptCues,
  users,
} from "#db/schema/index.ts";
import { describeDevice } from "../describe-device.ts";
import type { exportReply } from "../export.schema.ts";
import { messagesOf } from "./messages-of.server.ts";
import { nameOfSession } from "./session.server.ts";

/** Rows whose parts are read with one statement. */
const atOnce = 50;
/** Members whose data is being read by this process. */
const underWay = new Set<string>();
const retryAfterS = 10;

/**
 * All that is kept of a member, as `GET /api/auth/export` gives it (decisions, "Accounts"). Other people are in it with
 * what everybody sees of them, and those who are not approved are not. Left out is what only works inside: hashes, search text, file names of the storage.
 * Times are ISO 8601, durations seconds. It is read in parts, between which others have their turn. Throws
 * `NotFound` when the account is gone and `LimitReached` while another export of the same member is under way.
 */
export async function exportAccount(options: {
  viewer: { id: string };
  now?: Date;
}): Promise<z.infer<typeof exportReply>> {
  const { viewer, now = new Date() } = options;
  if (underWay.has(viewer.id)) {
    throw new LimitReached("データを準備しています。しばらくしてから、もう一度お試しください。", retryAfterS);
  }
  underWay.add(viewer.id);
  try {
    return await readAll(viewer.id, now);
  } finally {
    underWay.delete(viewer.id);
  }
}

async function readAll(userId: string, now: Date) {
  return {
    exportedAt: now,
    account: await accountOf(userId),
    sessions: await sessionsOf(userId),
    invitations: await invitationsOf(userId),
    invitedPeople: await invitedBy(userId),
    tracks: await tracksOf(userId),
    creationTasks: await tasksOf(userId),
    dailyUsage: await db
      .select({ day: dailyUsage.day, count: dailyUsage.count })
      .from(dailyUsage)
      .where(eq(dailyUsage.userId, userId))
      .orderBy(asc(dailyUsage.day)),
    likes: await likesOf(userId),
    listeningHistory: await historyOf(userId),
    following: await peopleFollowedBy(userId),
    followers: await followersOf(userId),
    playlists: await playlistsOf(userId),
    followedPlaylists: await playlistsFollowedBy(userId),
    consents: await db
      .select({
        id: consents.id,
        cookieConsent: consents.cookieConsent,
        analyticsConsent: consents.analyticsConsent,
        updatedAt: consents.updatedAt,
      })
      .from(consents)
      .where(eq(consents.userId, userId)),
    ...(await messagesOf(userId)),
  };
}

const isApproved = eq(users.state, "approved");

async function accountOf(userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotFound("アカウントが見つかりません");
  const { customUserIdFolded: _, invitedById, ...account } = row;
  const [inviter] = invitedById
    ? await db
        .select({ name: users.name })
        .from(users)
        .where(and(eq(users.id, invitedById), isApproved))
    : [];
  return { ...account, invitedBy: inviter?.name ?? null };
}

async function sessionsOf(userId: string) {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
  return rows.map(({ id, deviceInfo, createdAt, lastActiveAt, expiresAt }) => ({
    id: nameOfSession(id),
    device: describeDevice(deviceInfo),
    userAgent: deviceInfo,
    createdAt,
    lastActiveAt,
    expiresAt,
  }));
}

async function invitationsOf(userId: string) {
  const rows = await db
    .select()
    .from(invitations)
    .where(eq(invitations.ownerId, userId))
    .orderBy(asc(invitations.createdAt));
  return rows.map(({ ownerId: _, ...invitation }) => invitation);
}

function invitedBy(userId: string) {
  return db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.invitedById, userId), ne(users.state, "denied")))
    .orderBy(asc(users.createdAt));
}

async function tracksOf(userId: string) {
  const all = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.userId, userId))
    .orderBy(asc(tracks.id));
  const exported = [];
  for (const someOf of batchesOf(all, atOnce)) {
    await nextTurn();
    const ids = someOf.map(({ id }) => id);
    const batch = await db.select().from(tracks).where(inArray(tracks.id, ids)).orderBy(asc(tracks.id));
    const files = await db
      .select({ trackId: renditions.trackId, kbps: renditions.kbps, bytes: renditions.bytes })
      .from(renditions)
      .where(inArray(renditions.trackId, ids))
      .orderBy(asc(renditions.kbps));
    const cues = await db
      .select()
      .from(transcriptCues)
      .where(inArray(transcriptCues.trackId, ids))
      .orderBy(asc(transcriptCues.position));
    const names = await db
      .select({ trackId: trackLabels.trackId, name: labels.name })
      .from(trackLabels)
      .innerJoin(labels, eq(labels.id, trackLabels.labelId))
      .where(inArray(trackLabels.trackId, ids))
      .orderBy(asc(trackLabels.position));
    const [filesOf, cuesOf, namesOf] = [byTrack(files), byTrack(cues), byTrack(names)];
    for (const { userId: _, searchText: _search, seedSlug: _slug, taskId, durationMs, ...track } of batch) {
      exported.push({
        ...track,
        creationTaskId: taskId,
        duration: durationMs / 1000,
        audio: {
          path: `/api/stream/${track.id}`,
          files: (filesOf.get(track.id) ?? []).map(({ kbps, bytes }) => ({ kbps, bytes })),
        },
        labels: (namesOf.get(track.id) ?? []).map(({ name }) => name),
        cues: (cuesOf.get(track.id) ?? []).map(({ speaker, text, startMs, endMs }) => ({
          speaker,
          text,
          start: startMs / 1000,
          end: endMs / 1000,
        })),
      });
    }
  }
  return exported;
}

const byTrack = <Row extends { trackId: number }>(rows: Row[]) => Map.groupBy(rows, ({ trackId }) => trackId);

async function tasksOf(userId: string) {
  const all = await db
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(eq(audioTasks.userId, userId))
    .orderBy(asc(audioTasks.createdAt), asc(audioTasks.id));
  const rows = [];
  for (const someOf of batchesOf(all, atOnce)) {
    await nextTurn();
    const ids = someOf.map(({ id }) => id);
    rows.push(
      ...(await db
        .select()
        .from(audioTasks)
        .where(inArray(audioTasks.id, ids))
        .orderBy(asc(audioTasks.createdAt), asc(audioTasks.id))),
    );
  }
  return rows.map(({ userId: _, preview, ...task }) => ({
    ...task,
    preview: preview && {
      path: `/api/stream/${task.previewFilename}`,
      duration: preview.durationMs / 1000,
      files: preview.files.map(({ kbps, bytes }) => ({ kbps, bytes })),
      cues: preview.cues,
    },
  }));
}

/** A track's title, null where `userId` may not know of it. Its poster is joined. */
const titleFor = (userId: string) =>
  sql<string | null>`case when ${visibleTo({ id: userId })} then ${tracks.title} end`;

function likesOf(userId: string) {
  return db
    .select({ trackId: likes.trackId, title: titleFor(userId), likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(likes.userId, userId))
    .orderBy(asc(likes.createdAt), asc(likes.trackId));
}

async function historyOf(userId: string) {
  const rows = await db
    .select({
      trackId: listeningHistory.trackId,
      title: titleFor(userId),
      listenedAt: listeningHistory.listenedAt,
      positionMs: listeningHistory.positionMs,
    })
    .from(listeningHistory)
    .innerJoin(tracks, eq(tracks.id, listeningHistory.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(listeningHistory.userId, userId))
    .orderBy(asc(listeningHistory.listenedAt), asc(listeningHistory.trackId));
  return rows.map(({ positionMs, ...row }) => ({ ...row, position: positionMs / 1000 }));
}

const person = { id: users.id, name: users.name, customUserId: users.customUserId, since: follows.createdAt };

const asPerson = (row: { id: string; name: string; customUserId: string | null; since: Date }) => ({
  name: row.name,
  path: profilePath(row),
  since: row.since,
});

async function peopleFollowedBy(userId: string) {
  const rows = await db
    .select(person)
    .from(follows)
    .innerJoin(users, eq(users.id, follows.followingId))
    .where(and(eq(follows.followerId, userId), isApproved))
    .orderBy(asc(follows.createdAt), asc(follows.id));
  return rows.map(asPerson);
}

async function followersOf(userId: string) {
  const rows = await db
    .select(person)
    .from(follows)
    .innerJoin(users, eq(users.id, follows.followerId))
    .where(and(eq(follows.followingId, userId), isApproved))
    .orderBy(asc(follows.createdAt), asc(follows.id));
  return rows.map(asPerson);
}

/** With the name of those that the member may see now. */
function playlistsFollowedBy(userId: string) {
  return db
    .select({
      playlistId: playlists.id,
      name: sql<string | null>`case when ${viewableBy({ id: userId })} then ${playlists.name} end`,
      since: playlistFollows.createdAt,
    })
    .from(playlistFollows)
    .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(eq(playlistFollows.userId, userId))
    .orderBy(asc(playlistFollows.createdAt), asc(playlistFollows.playlistId));
}

async function playlistsOf(userId: string) {
  const rows = await db
    .select()
    .from(playlists)
    .where(eq(playlists.userId, userId))
    .orderBy(asc(playlists.createdAt), asc(playlists.id));
  const items = await db
    .select({
      playlistId: playlistItems.playlistId,
      order: playlistItems.position,
      trackId: tracks.id,
      title: titleFor(userId),
    })
    .from(playlists)
    .innerJoin(playlistItems, eq(playlistItems.playlistId, playlists.id))
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(playlists.userId, userId))
    .orderBy(asc(playlistItems.playlistId), asc(playlistItems.position));
  const itemsOf = Map.groupBy(items, ({ playlistId }) => playlistId);
  return rows.map(({ userId: _, ...playlist }) => ({
    ...playlist,
    items: (itemsOf.get(playlist.id) ?? []).map(({ order, trackId, title }) => ({ order, trackId, title })),
  }));
}
