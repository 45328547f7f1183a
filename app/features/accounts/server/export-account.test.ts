import { expect, test } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { updateUser, withDatabase } from "#test/database.ts";
import { addFullAccount } from "#test/full-account.ts";
import { accountExportReply, exportAccount } from "./export-account.server.ts";

withDatabase();

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
    clips: [{ trackId: liked, firstTurn: 0, lastSentence: 0 }],
    following: [{ name: "残る人", path: `/${friend.id}` }],
    followers: [{ name: "残る人" }],
    blockedMembers: [{ name: "残る人" }],
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
    contactMessages: [{ subject: "その他", message: "こんばんは。", replies: [{ text: "お返事です。" }] }],
    trackReports: [{ trackId: liked, title: "夜のラジオ", reason: "spam", comment: "宣伝です。" }],
    emails: [{ template: "contact" }],
  });
  expect(data.creationTasks).toHaveLength(3);
  expect(data.creationTasks).toContainEqual(
    expect.objectContaining({
      id: preview.taskId,
      inputText: "秘密の本文",
      preview: expect.objectContaining({
        path: `/api/stream/${preview.previewFilename}`,
        duration: 1,
      }),
    }),
  );
  const text = JSON.stringify(data);
  for (const secret of [
    token,
    friend.email,
    "p256dh-of",
    "https://push.example/",
    "storageKey",
    "sha256",
    "searchText",
    "運営のメモ",
  ])
    expect(text).not.toContain(secret);
});

test("people who were denied are in nobody's export", async () => {
  const { viewer, friend } = await addFullAccount();
  await updateUser(friend.id, { state: "denied" });
  expect(await exportAccount({ viewer })).toMatchObject({
    ...{ invitedPeople: [], following: [], followers: [], blockedMembers: [] },
  });
});

test("the export has its fields in their order, as the document of the API describes them", async () => {
  const { viewer } = await addFullAccount();
  const data = await exportAccount({ viewer });
  expect(Object.keys(data)).toEqual([
    "exportedAt",
    "account",
    "sessions",
    "invitations",
    "invitedPeople",
    "tracks",
    "creationTasks",
    "creationChoices",
    "trackCorrections",
    "dailyUsage",
    "sources",
    "series",
    "engineUsage",
    "readings",
    "likes",
    "listeningHistory",
    "playback",
    "insights",
    "trackInsights",
    "weeklyEmail",
    "clips",
    "following",
    "followers",
    "blockedMembers",
    "playlists",
    "followedPlaylists",
    "dailyMix",
    "consents",
    "signInMoves",
    "notifications",
    "digestEmail",
    "pushSubscriptions",
    "premium",
    "contactMessages",
    "appeals",
    "objections",
    "trackReports",
    "memberReports",
    "playlistReports",
    "emails",
  ]);
  expect(accountExportReply().strict().parse(data)).toEqual(data);
});

test("one export of a member at a time; another member's goes on beside it", async () => {
  const [{ viewer }, other] = [await addFullAccount(), await addFullAccount()];
  const first = exportAccount({ viewer });
  const meanwhile = exportAccount({ viewer: other.viewer });
  await expect(exportAccount({ viewer })).rejects.toThrow(LimitReached);
  await Promise.all([first, meanwhile]);
  await exportAccount({ viewer });
});
