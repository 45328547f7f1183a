import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { notificationText } from "#app/features/notifications/server/notification-texts.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { neutralName, type ProfilePart } from "#app/features/profile/profile-parts.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { reportMember, reportPlaylist } from "#app/features/reports/report-member-or-playlist.server.ts";
import { listMemberCases, listPlaylistCases } from "#app/features/reports/subject-cases.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { db } from "#db/client.ts";
import { auditLog, emails, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { loadMemberModeration } from "./load-member-moderation.server.ts";
import { runModerationForm } from "./run-moderation-form.server.ts";

withDatabase();

const actor = { kind: "admin", name: "miki" } as const;
const report = { reason: "violence", comment: "" } as const;
const paging = { offset: 0, limit: 10, maxTotal: 100 };
const accountOf = async ({ id }: { id: string }) =>
  (await db.select().from(users).where(eq(users.id, id)))[0];
const emailsTo = async ({ id }: { id: string }) => db.select().from(emails).where(eq(emails.userId, id));
const logOf = (id: string | number) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(id)));
const toldTo = async (viewer: { id: string }) =>
  (await listNotifications({ viewer, limit: 10 })).groups.map((group) => notificationText(group).text);
const reset = (id: string, part: ProfilePart, seen: string, reason = "") =>
  runModerationForm({ intent: "profile-reset", id, part, seen, reason }, actor);

test("each part of a profile is taken out by itself; the member is told, and may choose another", async () => {
  const member = await addMember({ name: "ひどい名前", customUserId: "hidoi" });
  await addTrack({ userId: member.id, title: "夜の音" });
  await updateProfile({ viewer: member, changes: { picture: "💀", xHandle: "hidoi" } });
  await reset(member.id, "name", "ひどい名前", "人を傷つける名前です");
  expect(await accountOf(member)).toMatchObject({ name: neutralName, picture: "💀", customUserId: "hidoi" });
  await reset(member.id, "picture", "💀");
  await reset(member.id, "customUserId", "hidoi");
  await reset(member.id, "xHandle", "hidoi");
  expect(await accountOf(member)).toMatchObject({
    picture: null,
    customUserId: null,
    customUserIdFolded: null,
    xHandle: null,
  });
  // Only the one with a reason is mailed.
  expect(await emailsTo(member)).toMatchObject([
    { template: "profile-reset", values: { part: "名前", reason: "人を傷つける名前です" } },
  ]);
  expect(await toldTo(member)).toHaveLength(4);
  expect(await logOf(member.id)).toMatchObject([
    {
      action: "user.profile-reset",
      actorName: "miki",
      after: { part: "名前", reason: "人を傷つける名前です" },
    },
    { after: { part: "画像", reason: null } },
    { after: { part: "ユーザーID" } },
    { after: { part: "Xのユーザー名" } },
  ]);
  await expect
    .poll(async () => (await searchTracks({ query: neutralName, viewer: null, limit: 5 })).tracks)
    .toHaveLength(1);
  const chosen = await updateProfile({
    viewer: { ...member, name: neutralName },
    changes: { name: "月の舟" },
  });
  expect(chosen.name).toBe("月の舟");
});

test("what the member has changed meanwhile, what is out already and who is unknown are refused, without a row of the log nothing happens", async () => {
  const member = await addMember({ name: "月の舟" });
  await expect(reset(member.id, "name", "ひどい名前")).rejects.toThrow(Conflict);
  await expect(reset(member.id, "picture", "💀")).rejects.toThrow(Conflict);
  await expect(reset("no-such-member", "name", "月の舟")).rejects.toThrow(NotFound);
  await expect(reset("mugen", "name", "Mugen")).rejects.toThrow(NotFound);
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
  await expect(reset(member.id, "name", "月の舟", "理由")).rejects.toThrow("no audit");
  expect(await accountOf(member)).toMatchObject({ name: "月の舟" });
  expect([await emailsTo(member), await toldTo(member)]).toEqual([[], []]);
});

test("a reset beside reports closes those that were seen in one step, or does nothing", async () => {
  const [member, viewer] = [await addMember({ name: "ひどい名前" }), await addMember()];
  const now = new Date();
  await reportMember({ viewer, memberId: member.id, report, now });
  const form = {
    intent: "profile-reset",
    id: member.id,
    part: "name",
    seen: "ひどい名前",
    reason: "理由",
  } as const;
  await expect(runModerationForm({ ...form, seenAt: new Date(now.getTime() - 1) }, actor)).rejects.toThrow(
    Conflict,
  );
  expect(await accountOf(member)).toMatchObject({ name: "ひどい名前" });
  await runModerationForm({ ...form, seenAt: now }, actor);
  expect((await listMemberCases({ ...paging, state: "closed", memberId: member.id })).cases).toMatchObject([
    { member: { name: neutralName }, entries: [{ outcome: "reset", text: "理由", author: "miki" }] },
  ]);
  expect(await toldTo(viewer)).toMatchObject([expect.stringContaining("必要な対応を行いました")]);
});

test("a playlist that is taken down is its owner's alone, who cannot publish it, until it is restored as it was", async () => {
  const [owner, viewer] = [await addMember({ isPremium: true }), await addMember()];
  const playlistId = await addPlaylist({
    userId: owner.id,
    trackIds: [],
    name: "夜のリスト",
    publicSlug: "yoru",
  });
  const secret = await addPlaylist({ userId: owner.id, trackIds: [], name: "ひみつ", isPublic: false });
  const now = new Date();
  await reportPlaylist({ viewer, playlistId, report, now });
  await runModerationForm(
    { intent: "playlist-take-down", playlistId, reason: "宣伝のため", seenAt: now },
    actor,
  );
  await expect(findPlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
  expect(await findPlaylist({ viewer: owner, playlistId })).toMatchObject({
    isPublic: false,
    takedownReason: "宣伝のため",
  });
  await expect(
    updatePlaylist({
      viewer: owner,
      playlistId,
      playlist: { name: "夜のリスト", categories: undefined, isPublic: true },
    }),
  ).rejects.toThrow(Invalid);
  await updatePlaylist({
    viewer: owner,
    playlistId,
    playlist: { name: "朝のリスト", categories: undefined },
  });
  expect((await listPlaylistCases({ ...paging, state: "closed", playlistId })).cases).toMatchObject([
    { playlist: { takenDownAt: expect.any(Date) }, entries: [{ outcome: "withheld" }] },
  ]);
  // What the owner keeps to themselves is not the operator's to read.
  expect((await loadMemberModeration(owner.id)).playlists).toMatchObject([
    { id: playlistId, isTakenDown: true },
  ]);
  const takeDown = { intent: "playlist-take-down", playlistId, reason: "" } as const;
  await expect(runModerationForm(takeDown, actor)).rejects.toThrow(Conflict);
  await runModerationForm({ intent: "playlist-restore", playlistId }, actor);
  expect(await findPlaylist({ viewer, playlistId })).toMatchObject({
    isPublic: true,
    publicSlug: "朝のリスト",
  });
  await expect(runModerationForm({ intent: "playlist-restore", playlistId }, actor)).rejects.toThrow(
    Conflict,
  );
  expect(await toldTo(owner)).toEqual(["プレイリスト「朝のリスト」の公開停止を、運営が解除しました"]);
  expect((await emailsTo(owner)).map(({ template }) => template)).toEqual([
    "playlist-withheld",
    "playlist-released",
  ]);
  await runModerationForm({ ...takeDown, playlistId: secret }, actor);
  await runModerationForm({ intent: "playlist-restore", playlistId: secret }, actor);
  await expect(findPlaylist({ viewer, playlistId: secret })).rejects.toThrow(NotFound);
});

test("the words of a playlist are taken out with the address that was made of them; its tracks stay", async () => {
  const owner = await addMember();
  const trackId = await addTrack({ userId: owner.id });
  const playlistId = await addPlaylist({
    userId: owner.id,
    trackIds: [trackId],
    name: "ひどい名前",
    description: "ひどい説明",
    publicSlug: "ひどい名前",
  });
  const form = {
    intent: "playlist-reset",
    playlistId,
    seen: "ひどい名前",
    reason: "人を傷つける言葉です",
  } as const;
  await expect(runModerationForm({ ...form, seen: "前の名前" }, actor)).rejects.toThrow(Conflict);
  await runModerationForm(form, actor);
  expect(await findPlaylist({ viewer: null, playlistId })).toMatchObject({
    name: "名前のないプレイリスト",
    description: null,
    publicSlug: "名前のないプレイリスト",
    itemCount: 1,
  });
  await expect(runModerationForm({ ...form, seen: "名前のないプレイリスト" }, actor)).rejects.toThrow(
    Conflict,
  );
  expect(await logOf(playlistId)).toMatchObject([
    { action: "playlist.reset", targetType: "playlist", after: { reason: "人を傷つける言葉です" } },
  ]);
});
