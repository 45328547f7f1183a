import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { addFullAccount } from "#test/full-account.ts";
import { tablesOfUsers } from "#test/tables-of-users.ts";
import { exportAccount } from "./export-account.server.ts";

withDatabase();

type Export = Awaited<ReturnType<typeof exportAccount>>;

/** Where the rows of each table that belongs to somebody are found in the export. */
const whereItIs: Record<string, (data: Export) => unknown[]> = {
  users: (data) => [data.account],
  sessions: (data) => data.sessions,
  invitations: (data) => data.invitations,
  tracks: (data) => data.tracks,
  renditions: (data) => data.tracks.flatMap(({ audio }) => audio.files),
  transcript_cues: (data) => data.tracks.flatMap(({ cues }) => cues),
  track_labels: (data) => data.tracks.flatMap(({ labels }) => labels),
  audio_tasks: (data) => data.creationTasks,
  daily_usage: (data) => data.dailyUsage,
  likes: (data) => data.likes,
  listening_history: (data) => data.listeningHistory,
  follows: (data) => [...data.following, ...data.followers],
  playlists: (data) => data.playlists,
  playlist_follows: (data) => data.followedPlaylists,
  playlist_items: (data) => data.playlists.flatMap(({ items }) => items),
  consents: (data) => data.consents,
  notifications: (data) => data.notifications,
  push_subscriptions: (data) => data.pushSubscriptions,
  push_deliveries: (data) => data.pushSubscriptions.filter(({ waiting }) => waiting > 0),
  contact_messages: (data) => data.contactMessages,
  track_reports: (data) => data.trackReports,
  emails: (data) => data.emails,
};
/** Tables that need not be in it, each with its reason. */
const exceptions: Record<string, string> = {};

test("every table that knows members is in the export or a named exception", async () => {
  const { viewer } = await addFullAccount();
  const data = await exportAccount({ viewer });
  for (const name of tablesOfUsers().keys()) {
    if (name in exceptions) continue;
    expect(whereItIs[name]?.(data).length ?? 0, name).toBeGreaterThan(0);
  }
});

test("the export has what the member made and nothing that is somebody else's or a secret", async () => {
  const { viewer, friend, token, trackId, liked, preview } = await addFullAccount();
  await addFullAccount();
  const data = await exportAccount({ viewer });
  expect(data).toMatchObject({
    account: {
      id: viewer.id,
      email: viewer.email,
      name: "消える人",
      speedTrialEndsAt: null,
      invitedBy: null,
    },
    sessions: [{ device: "Firefox・Android" }],
    invitations: [{ usedCount: 1 }, { usedCount: 0 }],
    invitedPeople: [{ name: "残る人" }],
    tracks: [
      {
        id: trackId,
        script: "A: こんばんは。",
        labels: ["歴史", "科学"],
        duration: 1,
        cues: [{ speaker: "A", text: "こんばんは。", start: 0, end: 0.9 }],
        audio: { path: `/api/stream/${trackId}`, files: [{ kbps: 64 }, { kbps: 128 }] },
      },
    ],
    likes: [{ trackId: liked, title: "夜のラジオ" }],
    following: [{ name: "残る人", path: `/${friend.id}` }],
    followers: [{ name: "残る人" }],
    playlists: [
      {
        name: "消えるリスト",
        items: [
          { order: 1, trackId },
          { order: 2, trackId: liked },
        ],
      },
    ],
    followedPlaylists: [{ name: "夜のリスト" }],
    consents: [{ cookieConsent: true, analyticsConsent: false }],
    notifications: [
      { type: "follow", actorName: "残る人", trackTitle: null, playlistName: null },
      { type: "like", actorName: "残る人", trackId, trackTitle: "題" },
      { type: "playlist_add", actorName: "残る人", trackId, playlistName: "夜のリスト" },
    ],
    pushSubscriptions: [{ service: "push.example", waiting: 1 }],
    contactMessages: [{ subject: "その他", message: "こんばんは。" }],
    trackReports: [{ trackId: liked, title: "夜のラジオ", reason: "spam", comment: "宣伝です。" }],
    emails: [{ template: "contact" }],
  });
  expect(data.creationTasks).toHaveLength(3);
  expect(data.creationTasks.find(({ id }) => id === preview.taskId)).toMatchObject({
    inputText: "秘密の本文",
    preview: { path: `/api/stream/${preview.previewFilename}`, duration: 1 },
  });
  const text = JSON.stringify(data);
  for (const secret of [
    token,
    friend.email,
    "p256dh-of",
    "https://push.example/",
    "storageKey",
    "sha256",
    "searchText",
  ])
    expect(text).not.toContain(secret);
});

test("people who were denied are in nobody's export", async () => {
  const { viewer, friend } = await addFullAccount();
  await write((tx) => tx.update(users).set({ state: "denied" }).where(eq(users.id, friend.id)).returning());
  expect(await exportAccount({ viewer })).toMatchObject({ invitedPeople: [], following: [], followers: [] });
});

test("one export of a member at a time; another member's goes on beside it", async () => {
  const [{ viewer }, other] = [await addFullAccount(), await addFullAccount()];
  const first = exportAccount({ viewer });
  const meanwhile = exportAccount({ viewer: other.viewer });
  await expect(exportAccount({ viewer })).rejects.toThrow(LimitReached);
  await Promise.all([first, meanwhile]);
  await exportAccount({ viewer });
});
