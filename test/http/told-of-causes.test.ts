import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { deleteAccount } from "#app/features/accounts/server/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { startSession } from "#app/features/accounts/server/session.server.ts";
import { causeOf, milestones } from "#app/features/notifications/notification.ts";
import { closeDatabase, db, openDatabase, write } from "#db/client.ts";
import { follows, likes, notifications, playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { addMember } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { randomFrom } from "../random.ts";
import { type RunningServer, startServer } from "../server.ts";
import { addTrack } from "../tracks.ts";

/**
 * 50 members do at random, all at once, what others are told of, while the server is killed again and again. Afterwards
 * the model reads what has come to be, likes, follows, items and plays, and says what must have been told of it.
 */
const people = 50;
/** Answers of each server until it gets SIGKILL; the last one is stopped. */
const livesOf = [300, 150, 400, 550];
/** Tracks that are about to reach a number of plays. */
const playedBefore = [90, 98, 99, 470, 499, 980, 4985, 4999, 9990, 9999];

interface Person {
  id: string;
  token: string;
  /** A public playlist, and one that is public at times. */
  playlist: number;
  changing: number;
  /** Whether they open their notifications now and then, which marks them read. */
  reads: boolean;
}

let members: Person[];
let trackIds: number[];
let playedTracks: Map<number, number>;
let server: RunningServer | undefined;

const open = () => {
  const { DATABASE_URL, DATA_DIR } = environment();
  return openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR });
};

beforeAll(async () => {
  await open();
  members = [];
  trackIds = [];
  for (let n = 0; n < people; n++) {
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
  for (const [n, playCount] of playedBefore.entries()) {
    const trackId = trackIds[n] ?? 0;
    await write((tx) => tx.update(tracks).set({ playCount }).where(eq(tracks.id, trackId)).returning());
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

/** A call that somebody makes next. */
function draw(person: Person): { method: string; path: string; body?: unknown } {
  const chance = random();
  // Few of them, so that they are liked and taken back again and again.
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

/** Statuses that were answered, each with how often. */
const answered = new Map<number, number>();
let answers = 0;
let isOver = false;

/** What one of them does, until all is over. Calls of a server that is killed are lost, or have happened. */
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

/** An account goes while the others go on, by another process than the server's. */
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

interface Told {
  userId: string;
  cause: string;
}
const nameOf = ({ userId, cause }: Told) => `${userId} ${cause}`;

/** What must have been told, by what there is. */
async function expectedNotifications(): Promise<{ sure: Told[]; possible: Told[] }> {
  const approved = new Set(
    (await db.select().from(users)).filter(({ state }) => state === "approved").map(({ id }) => id),
  );
  const posters = new Map((await db.select().from(tracks)).map(({ id, userId }) => [id, userId]));
  const posterOf = (trackId: number) => posters.get(trackId) ?? "";
  const sure: Told[] = [];
  const possible: Told[] = [];
  const tell = (list: Told[], userId: string, happening: Parameters<typeof causeOf>[0]) => {
    const actorId = "actorId" in happening ? happening.actorId : null;
    const isTold = userId !== actorId && (actorId === null || approved.has(actorId));
    // Of those who are shut out it does not matter what they were told before.
    if (isTold) (approved.has(userId) ? list : possible).push({ userId, cause: causeOf(happening) });
  };
  for (const { userId: actorId, trackId } of await db.select().from(likes))
    tell(sure, posterOf(trackId), { type: "like", actorId, trackId });
  for (const { followerId: actorId, followingId } of await db.select().from(follows))
    tell(sure, followingId, { type: "follow", actorId });
  const items = await db
    .select({ trackId: playlistItems.trackId, playlist: playlists })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId));
  for (const { trackId, playlist } of items) {
    const { id: playlistId, userId: actorId, isPublic } = playlist;
    const happening = { type: "playlist_add", actorId, trackId, playlistId } as const;
    const changes = members.some(({ changing }) => changing === playlistId);
    // What was in it when it was published was told to nobody.
    if (isPublic) tell(changes ? possible : sure, posterOf(trackId), happening);
  }
  for (const { id: trackId, userId, playCount } of await db.select().from(tracks)) {
    const before = playedTracks.get(trackId) ?? 0;
    for (const plays of milestones)
      if (before < plays && plays <= playCount) tell(sure, userId, { type: `milestone_${plays}`, trackId });
  }
  return { sure, possible };
}

/** Four starts of a server on a machine that is busy with others. */
const long = { timeout: 400_000 };

test(
  "likes, follows, playlist adds and plays of 50 at once, with crashes in between: told is what a model says",
  long,
  async () => {
    const lives = members.map(live);
    const [shutOut, gone, shutOutToo] = [members[3], members[7], members[30]];
    for (const [n, life] of livesOf.entries()) {
      const running = await startServer({ dataDir: environment().DATA_DIR, workers: 0 });
      server = running;
      const before = answers;
      await untilAnswered(before + life / 2, running);
      if (n === 1 && shutOut) await end(() => denyAccount({ userId: shutOut.id }));
      if (n === 2 && gone) await end(() => deleteAccount({ viewer: gone }));
      if (n === 3 && shutOutToo) await end(() => denyAccount({ userId: shutOutToo.id }));
      await untilAnswered(before + life, running);
      server = undefined;
      if (n < livesOf.length - 1) await running.kill();
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
      const told = rows.map(nameOf);
      expect(new Set(told).size).toBe(told.length);
      const wanted = new Set(sure.map(nameOf));
      const allowed = new Set([...wanted, ...possible.map(nameOf)]);
      expect([...wanted].filter((name) => !told.includes(name))).toEqual([]);
      // What was undone is told only where it had been read.
      expect(rows.filter((row) => !row.isRead && !allowed.has(nameOf(row)))).toEqual([]);
      // It all has come about.
      for (const type of ["like", "follow", "playlist_add", "milestone"])
        expect(sure.filter(({ cause }) => cause.startsWith(type)).length, type).toBeGreaterThan(2);
      expect(rows.filter(({ isRead }) => isRead).length).toBeGreaterThan(0);
      for (const person of [shutOut, gone, shutOutToo])
        expect(rows.filter(({ actorId }) => actorId === person?.id)).toEqual([]);
    } finally {
      await closeDatabase();
    }
  },
);
