// on both databases: members act concurrently, and on Postgres in as many transactions
// @module-tag release: acts at random for a minute; the rules have unit tests

import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { dedupeKey, milestones } from "#app/features/notifications/notifications.ts";
import { closeDatabase, db } from "#db/client.ts";
import { follows, likes, notifications, playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { randomFrom } from "../random.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack, updateTrack } from "../tracks.ts";

/**
 * 24 members act at random and concurrently while the server is killed repeatedly. Afterwards a model derives the expected
 * notifications from the final likes, follows, playlist items and plays.
 */
const memberCount = 24;
/** Responses of each server process until it gets SIGKILL; the last one is stopped. */
const responsesPerRun = [200, 100, 250, 350];
/** Play counts just below a milestone. */
const initialPlayCounts = [90, 98, 99, 470, 499, 980, 4985, 4999, 9990, 9999];

interface Person {
  id: string;
  token: string;
  /** A public playlist, and one whose visibility changes. */
  playlist: number;
  changing: number;
  /** Sometimes opens the notifications page, which marks them read. */
  reads: boolean;
}

let members: Person[];
let trackIds: number[];
let playedTracks: Map<number, number>;
let server: RunningServer | undefined;

const open = () => {
  return openTestDatabase();
};

beforeAll(async () => {
  await open();
  members = [];
  trackIds = [];
  for (let n = 0; n < memberCount; n++) {
    const { id } = await addMember({ isPremium: true });
    trackIds.push(await addTrack({ userId: id }));
    members.push({
      id,
      token: await startSession({ userId: id, deviceInfo: "" }),
      playlist: await addPlaylist({ userId: id, trackIds: [] }),
      changing: await addPlaylist({ userId: id, trackIds: [] }),
      reads: n % 2 === 0,
    });
  }
  playedTracks = new Map();
  for (const [n, playCount] of initialPlayCounts.entries()) {
    const trackId = trackIds[n] ?? 0;
    await updateTrack(trackId, { playCount });
    playedTracks.set(trackId, playCount);
  }
  await closeDatabase();
});
afterAll(async () => {
  await server?.kill();
});

const random = randomFrom(6);
function oneOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

/** The next request of a member. */
function draw(person: Person): { method: string; path: string; body?: unknown } {
  const chance = random();
  // Few tracks, so that likes are undone and repeated.
  const trackId = oneOf(trackIds.slice(0, 15));
  const method = random() < 0.6 ? "POST" : "DELETE";
  if (chance < 0.4) return { method, path: `/api/likes/${trackId}` };
  if (chance < 0.55) return { method, path: `/api/users/${oneOf(members.slice(0, 20)).id}/follow` };
  if (chance < 0.75) {
    const path = `/api/playlists/${oneOf([person.playlist, person.changing])}/items`;
    return method === "POST"
      ? { method, path, body: { trackId } }
      : { method, path: `${path}?trackId=${trackId}` };
  }
  if (chance < 0.8)
    return {
      method: "PUT",
      path: `/api/playlists/${person.changing}`,
      body: { name: "夜", isPublic: random() < 0.5 },
    };
  if (chance < 0.83 && person.reads) return { method: "POST", path: "/api/notifications/read-all" };
  const played = oneOf([...playedTracks.keys()]);
  return { method: "POST", path: `/api/tracks/${played}/increment-play-count`, body: {} };
}

/** Number of responses by status. */
const answered = new Map<number, number>();
let answers = 0;
let isOver = false;

/** The requests of one member, until the end. Requests to a killed server are lost or were executed. */
async function live(person: Person): Promise<void> {
  while (!isOver) {
    const origin = server?.origin;
    if (!origin) {
      await delay(20);
      continue;
    }
    const { method, path, body } = draw(person);
    const answer = await fetch(origin + path, {
      method,
      headers: {
        Cookie: `mugen_session=${person.token}`,
        "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => null);
    if (!answer) {
      await delay(20);
      continue;
    }
    answers++;
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
    await answer.arrayBuffer().catch(() => {});
  }
}

/** Ends an account from this process while the others continue. */
async function end(how: () => Promise<unknown>): Promise<void> {
  await open();
  await how();
  await closeDatabase();
}

async function untilAnswered(count: number, running: RunningServer): Promise<void> {
  let hasEnded = false;
  void running.ended.then(() => (hasEnded = true));
  while (answers < count) {
    if (hasEnded) throw new Error(`the server ended:\n${running.output()}`);
    await delay(2);
  }
}

interface NotificationKey {
  userId: string;
  dedupeKey: string;
}
const nameOf = ({ userId, dedupeKey }: NotificationKey) => `${userId} ${dedupeKey}`;

/** The notifications that must exist, and those that may exist, according to the other tables. */
async function expectedNotifications(): Promise<{ sure: NotificationKey[]; possible: NotificationKey[] }> {
  const approved = new Set(
    (await db.select().from(users)).filter(({ state }) => state === "approved").map(({ id }) => id),
  );
  const authors = new Map((await db.select().from(tracks)).map(({ id, userId }) => [id, userId]));
  const authorOf = (trackId: number) => authors.get(trackId) ?? "";
  const sure: NotificationKey[] = [];
  const possible: NotificationKey[] = [];
  const expectNotification = (
    list: NotificationKey[],
    userId: string,
    event: Parameters<typeof dedupeKey>[0],
  ) => {
    const actorId = "actorId" in event ? event.actorId : null;
    const isNotified = userId !== actorId && (actorId === null || approved.has(actorId));
    // Denied recipients may have older notifications.
    if (isNotified) (approved.has(userId) ? list : possible).push({ userId, dedupeKey: dedupeKey(event) });
  };
  for (const { userId: actorId, trackId } of await db.select().from(likes))
    expectNotification(sure, authorOf(trackId), { type: "like", actorId, trackId });
  for (const { followerId: actorId, followingId } of await db.select().from(follows))
    expectNotification(sure, followingId, { type: "follow", actorId });
  const items = await db
    .select({ trackId: playlistItems.trackId, playlist: playlists })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId));
  for (const { trackId, playlist } of items) {
    const { id: playlistId, userId: actorId, isPublic } = playlist;
    const event = { type: "playlist_add", actorId, trackId, playlistId } as const;
    const changes = members.some(({ changing }) => changing === playlistId);
    // Items added while the playlist was private were not notified.
    if (isPublic) expectNotification(changes ? possible : sure, authorOf(trackId), event);
  }
  for (const { id: trackId, userId, playCount } of await db.select().from(tracks)) {
    const before = playedTracks.get(trackId) ?? 0;
    for (const plays of milestones)
      if (before < plays && plays <= playCount)
        expectNotification(sure, userId, { type: `milestone_${plays}`, trackId });
  }
  return { sure, possible };
}

/** Four server starts on a busy machine. */
const long = { timeout: 400_000 };

test(
  "likes, follows, playlist adds and plays of 24 concurrent members with crashes: the notifications match the model",
  long,
  async () => {
    const lives = members.map(live);
    const [denied, deleted, deniedLater] = [members[3], members[7], members[20]];
    for (const [n, life] of responsesPerRun.entries()) {
      const running = await startServer({ workers: 0 });
      server = running;
      const before = answers;
      await untilAnswered(before + life / 2, running);
      if (n === 1 && denied) await end(() => denyAccount({ actor: operatorActor, userId: denied.id }));
      if (n === 2 && deleted) await end(() => deleteAccount({ viewer: deleted }));
      if (n === 3 && deniedLater)
        await end(() => denyAccount({ actor: operatorActor, userId: deniedLater.id }));
      await untilAnswered(before + life, running);
      server = undefined;
      if (n < responsesPerRun.length - 1) await running.kill();
      else {
        isOver = true;
        await Promise.all(lives);
        expect(await running.stop()).toBe(0);
      }
      expect(running.output()).not.toMatch(/deadlock|"level":(50|60)/);
    }
    expect([...answered.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(answered.get(200)).toBeGreaterThan(answers / 2);

    await open();
    try {
      const { sure, possible } = await expectedNotifications();
      const rows = await db.select().from(notifications);
      const keys = rows.map(nameOf);
      expect(new Set(keys).size).toBe(keys.length);
      const wanted = new Set(sure.map(nameOf));
      const allowed = new Set([...wanted, ...possible.map(nameOf)]);
      expect([...wanted].filter((name) => !keys.includes(name))).toEqual([]);
      // Notifications of undone acts remain only when they were read.
      expect(rows.filter((row) => !row.isRead && !allowed.has(nameOf(row)))).toEqual([]);
      // Every type has occurred.
      for (const type of ["like", "follow", "playlist_add", "milestone"])
        expect(sure.filter(({ dedupeKey }) => dedupeKey.startsWith(type)).length, type).toBeGreaterThan(2);
      expect(rows.filter(({ isRead }) => isRead).length).toBeGreaterThan(0);
      for (const person of [denied, deleted, deniedLater])
        expect(rows.filter(({ actorId }) => actorId === person?.id)).toEqual([]);
    } finally {
      await closeDatabase();
    }
  },
);
