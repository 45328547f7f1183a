import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { findSession, startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { makeDailyMix } from "#app/features/daily-mix/server/daily-mix.server.ts";
import { findMostSaved } from "#app/features/home/server/find-most-saved.server.ts";
import { hasLiked } from "#app/features/likes/server/find-likes.server.ts";
import { countUnreadOfSessions } from "#app/features/notifications/unread/count-unread.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { loader as loadRoot } from "#app/root.tsx";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { listeningHistory } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { collectStatements, countStatements } from "#test/databases/count-statements.ts";
import { addPlaylist } from "#test/playlists.ts";
import { contextOf } from "#test/request-context.ts";
import { addTrack } from "#test/tracks.ts";
import { loader as loadCall } from "./api/answer-call.ts";
import { loader as loadHome } from "./screens/home.tsx";
import { loader as loadPerson } from "./screens/people/person-page.tsx";
import { loader as loadPlaylist } from "./screens/playlists/playlist-page.tsx";
import { loader as loadPlaylists } from "./screens/playlists/playlists-page.tsx";
import { loader as loadSearch } from "./screens/search-page.tsx";
import { loader as loadToday } from "./screens/today-page.tsx";
import { loader as loadTrack } from "./screens/tracks/track-page.tsx";

withDatabase();

let viewer: Viewer;
let token: string;
let author: Viewer;
let trackId: number;
let playlistId: number;

beforeAll(async () => {
  viewer = await addMember({ isPremium: true });
  token = await startSession({ userId: viewer.id, deviceInfo: "" });
  author = await addMember();
  // Enough for every list to have several entries: a query in a loop would show.
  const trackIds: number[] = [];
  for (let n = 0; n < 6; n++) trackIds.push(await addTrack({ userId: author.id }));
  for (let n = 0; n < 6; n++) playlistId = await addPlaylist({ userId: author.id, trackIds });
  for (let n = 0; n < 3; n++) await addPlaylist({ userId: viewer.id, trackIds });
  trackId = trackIds[0] ?? 0;
  await write((tx) => addOfficialAccount(tx));
  await addTrack({ userId: officialAccount.id });
  // The rankings are kept for a minute.
  await recommendTracks({ viewer });
  await findMostSaved();
  // A member of whom home knows something.
  const [heard = 0, resumed = 0] = trackIds;
  const history = { userId: viewer.id, positionMs: 6000, listenedAt: new Date() };
  await write((tx) =>
    tx.insert(listeningHistory).values([heard, resumed].map((trackId) => ({ ...history, trackId }))),
  );
  await followMember({ viewer, userId: author.id });
  // Made by the first visit of the day.
  await makeDailyMix({ viewer });
});

/** What a loader gets of a member's GET. */
function visit(path: string) {
  const request = new Request(new URL(path, "http://localhost"));
  let session: Promise<Viewer | null> | undefined;
  const context = contextOf(request, {
    viewer() {
      session ??= findSession(token);
      return session;
    },
  });
  return { request, context, url: new URL(request.url), pattern: "" };
}

type Visit = ReturnType<typeof visit>;

const pages: [page: string, path: string, load: (of: Visit) => Promise<unknown>, statements: number][] = [
  // One of them tells who speaks when in the first track.
  ["home", "/", (of) => loadHome({ ...of, params: {} }), 10],
  ["今日の無限", "/today", (of) => loadToday({ ...of, params: {} }), 8],
  ["search", "/search", (of) => loadSearch({ ...of, params: {} }), 6],
  ["a track", "/", (of) => loadTrack({ ...of, params: { id: String(trackId) } }), 9],
  ["a member's page", "/", (of) => loadPerson({ ...of, params: { userId: author.id } }), 7],
  [
    "a member's playlists",
    "/?tab=playlists",
    (of) => loadPerson({ ...of, params: { userId: author.id } }),
    8,
  ],
  ["own playlists", "/playlists", (of) => loadPlaylists({ ...of, params: {} }), 7],
  ["everybody's playlists", "/playlists?tab=public", (of) => loadPlaylists({ ...of, params: {} }), 6],
  ["a playlist", "/", (of) => loadPlaylist({ ...of, params: { id: String(playlistId) } }), 11],
];

// A number that grows makes every one of these pages slower: look for a way to ask less before it is changed.
test.each(pages)(
  "%s asks the database no more often, session and frame included",
  async (_page, path, load, statements) => {
    const of = visit(path);
    const count = await countStatements(() => Promise.all([loadRoot({ ...of, params: {} }), load(of)]));
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(statements);
  },
);

/** What the statistics say where there are 100,000 tracks and few members, playlists and categories. */
const statisticsOfManyTracks = `
  analyze;
  delete from sqlite_stat1;
  delete from sqlite_stat4;
  insert into sqlite_stat1 values
    ('tracks', 'tracks_recommended_index', '100000 50000 910 2 1'),
    ('tracks', 'tracks_newest_index', '100000 50000 1 1'),
    ('tracks', 'tracks_user_index', '100000 200 1 1'),
    ('track_labels', 'track_labels_label_index', '150000 2679 1'),
    ('track_labels', 'sqlite_autoindex_track_labels_1', '150000 2 1'),
    ('playlist_items', 'playlist_items_track_index', '100500 1'),
    ('playlist_items', 'playlist_items_position_index', '100500 200 1'),
    ('playlist_items', 'playlist_items_track_unique', '100500 200 1'),
    ('likes', 'likes_track_index', '100500 1'),
    ('likes', 'likes_newest_index', '100500 200 1 1'),
    ('likes', 'sqlite_autoindex_likes_1', '100500 200 1')`;

/**
 * A step over all rows, or over those for which a rule holds that holds for nearly all. The index of open tasks is short, and
 * the names in small letters are results within a statement.
 */
const readsWholeTable =
  /^SCAN (?!json_each|unread|recent|part|found|audio_tasks USING INDEX audio_tasks_open_index)|\((is_visible|is_public|state)=\?\)/;

test.runIf(dialect === "sqlite").each(pages)(
  "%s reads no table as a whole where there are many tracks",
  async (_page, path, load) => {
    const of = visit(path);
    const statements = await collectStatements(() =>
      Promise.all([loadRoot({ ...of, params: {} }), load(of)]),
    );
    const file = join(environment().DATA_DIR, "mugen.sqlite");
    const database = new Database(file);
    database.exec(statisticsOfManyTracks);
    database.close();
    const planner = new Database(file);
    const plans = statements.map((statement) => {
      const values = Array(statement.split("?").length - 1).fill(null);
      const plan = planner.prepare<unknown[], { detail: string }>(`explain query plan ${statement}`);
      return {
        statement,
        wholeTables: plan.all(...values).filter(({ detail }) => readsWholeTable.test(detail)),
      };
    });
    planner.close();
    expect(plans.filter(({ wholeTables }) => wholeTables.length > 0)).toEqual([]);
  },
);

test("calls that pages repeat ask the database once, beside the session", async () => {
  expect(await countStatements(() => countUnreadOfSessions([token]))).toBe(1);
  expect(await countStatements(() => hasLiked({ viewer, trackId }))).toBe(1);
  expect(await countStatements(() => findTask({ viewer, taskId: "none" }).catch(() => {}))).toBe(1);
});

test("the list of tracks asks twice, for any number of tracks", async () => {
  for (const limit of [1, 100]) {
    const of = visit(`/api/tracks?limit=${limit}`);
    of.context.get(requestContext).viewer = async () => viewer;
    expect(await countStatements(() => loadCall(of))).toBe(2);
  }
});
