import { expect, test } from "vitest";
import { type NotificationSubject, notificationText } from "./notification-texts.server.ts";

const subject: NotificationSubject = {
  type: "follow",
  actorUserId: "u1",
  actorName: "夜野 かなで",
  actorCustomUserId: "kanade",
  trackId: 7,
  trackTitle: "月の話",
  playlistId: 3,
  playlistName: "眠る前に",
  announcement: null,
  groupSize: 1,
};

test.each<[Partial<NotificationSubject>, string, string]>([
  [{}, "夜野 かなでがあなたをフォローしました", "/kanade"],
  [{ actorCustomUserId: null }, "夜野 かなでがあなたをフォローしました", "/u1"],
  [{ groupSize: 2 }, "夜野 かなで他1人があなたをフォローしました", "/kanade"],
  [{ groupSize: 1235 }, "夜野 かなで他1,234人があなたをフォローしました", "/kanade"],
  [{ type: "like" }, "夜野 かなでが「月の話」にいいねしました", "/track/7"],
  [{ type: "like", groupSize: 3 }, "夜野 かなで他2人が「月の話」にいいねしました", "/track/7"],
  [
    { type: "playlist_add" },
    "夜野 かなでが「月の話」をプレイリスト「眠る前に」に追加しました",
    "/playlists/3",
  ],
  [
    { type: "playlist_add", playlistId: null, playlistName: null },
    "夜野 かなでが「月の話」をプレイリストに追加しました",
    "/track/7",
  ],
  [{ type: "invitation_accepted" }, "夜野 かなでが招待を受けて参加しました", "/kanade"],
  [
    { type: "invitation_accepted", actorName: null, actorUserId: null },
    "新しい通知があります",
    "/notifications",
  ],
  [
    { type: "invitation_denied", actorName: null, actorUserId: null },
    "招待した方の登録は、承認されませんでした",
    "/invite-friends",
  ],
  [
    { type: "announcement", actorName: null, actorUserId: null, announcement: "今夜は点検です" },
    "今夜は点検です",
    "/notifications",
  ],
  [{ type: "announcement", actorName: null, actorUserId: null }, "新しい通知があります", "/notifications"],
  [{ type: "followed_track" }, "夜野 かなでが「月の話」を公開しました", "/track/7"],
  [
    { type: "followed_track", groupSize: 3 },
    "夜野 かなでが「月の話」を公開しました。ほかに2本の新着があります",
    "/",
  ],
  [{ type: "follow", actorName: null, actorUserId: null }, "新しい通知があります", "/notifications"],
  [{ type: "like", trackTitle: null }, "新しい通知があります", "/notifications"],
  [{ type: "song_of_the_day" }, "新しい通知があります", "/notifications"],
  [{ type: "milestone_x" }, "新しい通知があります", "/notifications"],
])("%j: %s", (change, text, path) => {
  const result = notificationText({ ...subject, ...change });
  expect([result.text, result.path]).toEqual([text, path]);
  expect(`${result.actor ?? ""}${result.rest}`).toBe(text);
});

test.each([
  [100, "「月の話」が100回再生されました！"],
  [500, "「月の話」が500回再生されました！"],
  [1000, "「月の話」が1,000回再生されました！"],
  [5000, "「月の話」が5,000回再生されました！"],
  [10_000, "「月の話」が10,000回再生されました！"],
])("milestone of %i plays: %s", (plays, text) => {
  const milestone = {
    ...subject,
    type: `milestone_${plays}`,
    actorName: null,
    actorUserId: null,
    actorCustomUserId: null,
  };
  expect(notificationText(milestone)).toEqual({ text, actor: null, rest: text, path: "/track/7" });
});

test.each([
  ["track_withheld", 1, "「月の話」の公開を、運営が停止しました", "/appeal"],
  ["track_withheld", 1200, "「月の話」と他1,199件の音声の公開を、運営が停止しました", "/appeal"],
  ["track_released", 1, "「月の話」の公開停止を、運営が解除しました", "/track/7"],
  ["track_released", 2, "「月の話」と他1件の音声の公開停止を、運営が解除しました", "/profile?tab=my-tracks"],
])("%s of %i tracks names no actor: %s", (type, groupSize, text, path) => {
  const event = { ...subject, type, groupSize, actorName: null, actorUserId: null, actorCustomUserId: null };
  expect(notificationText(event)).toEqual({ text, actor: null, rest: text, path });
});
