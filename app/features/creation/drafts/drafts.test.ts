import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { AccountNotApproved, Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, tracks } from "#db/schema/index.ts";
import { producePreview, submit, submitAndWrite } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPreview } from "#test/full-account.ts";
import { notificationsOf } from "#test/received-notifications.ts";
import { endTask, removeOldTasks } from "../../tasks/task-life.server.ts";
import { startOverLoss } from "../creation-messages.ts";
import { discardPreview } from "../preview/discard-preview.server.ts";
import { publishTrack } from "../publish/publish-track.server.ts";
import * as harm from "../server/judge-harm.server.ts";
import { findCreationState } from "../server/load-creation-page.server.ts";
import { startOver } from "../server/start-over.server.ts";
import { previews } from "../tasks/server/creation-kinds.server.ts";
import { maxPlanned } from "./drafts.ts";
import { publishTimeOf } from "./publish-time.ts";
import { findDraft, findDrafts } from "./server/find-drafts.server.ts";
import { planPublication, withdrawPlan } from "./server/plan-publication.server.ts";
import { publishPlanned } from "./server/publish-planned.server.ts";

withDatabase();

const hourMs = 60 * 60 * 1000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

type Viewer = Awaited<ReturnType<typeof addMember>>;
interface Draft {
  viewer: Viewer;
  previewFilename: string;
}

async function plan(viewer: Viewer, publishAt: Date) {
  const preview = await addPreview(viewer);
  await planPublication({ viewer, ...preview, title: "明日の音", publishAt });
  return preview;
}
const tracksOf = ({ id }: { id: string }) =>
  db.select({ title: tracks.title }).from(tracks).where(eq(tracks.userId, id));

test("a planned track is published at its hour, once, and author and followers are told", async () => {
  const [viewer, follower] = [await addMember(), await addMember()];
  await followMember({ viewer: follower, userId: viewer.id });
  const { taskId } = await plan(viewer, hoursFromNow(48));
  const script = await findCreationState({ viewer, flow: "v2" });
  expect([script.step, script.preview]).toEqual(["input", null]);
  await startOver({ viewer, flow: "v2" });
  // Longer than previews are kept otherwise.
  await removeOldTasks(previews);
  const { planned, finished } = await findDrafts({ viewer, now: hoursFromNow(47) });
  expect([planned.map((draft) => draft.taskId), finished]).toEqual([[taskId], []]);
  await publishPlanned(hoursFromNow(47));
  expect(await tracksOf(viewer)).toEqual([]);

  await Promise.all([publishPlanned(hoursFromNow(49)), publishPlanned(hoursFromNow(49))]);
  await publishPlanned(hoursFromNow(50));
  expect(await tracksOf(viewer)).toEqual([{ title: "明日の音" }]);
  expect((await notificationsOf(viewer)).map(({ type }) => type)).toEqual(["follow", "track_on_time"]);
  expect((await notificationsOf(follower)).map(({ type }) => type)).toEqual(["followed_track"]);
  expect((await findDrafts({ viewer })).planned).toEqual([]);
});

test("a plan is changed and taken back; what is published or another's can't be planned", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const { taskId, previewFilename } = await plan(viewer, hoursFromNow(1));
  await expect(findDraft({ viewer: other, taskId })).rejects.toThrow(NotFound);
  const foreign = { viewer: other, previewFilename, title: "x", publishAt: hoursFromNow(1) };
  await expect(planPublication(foreign)).rejects.toThrow(Invalid);
  await planPublication({ viewer, previewFilename, title: "別の題", publishAt: hoursFromNow(5) });
  await publishPlanned(hoursFromNow(2));
  expect(await tracksOf(viewer)).toEqual([]);
  await withdrawPlan({ viewer, taskId });
  await publishPlanned(hoursFromNow(6));
  expect(await tracksOf(viewer)).toEqual([]);
  const draft = await findDraft({ viewer, taskId, now: hoursFromNow(23) });
  expect(draft).toMatchObject({ title: "別の題", planned: null });
  await publishTrack({ viewer, previewFilename, title: "いま", labels: [] });
  await expect(planPublication({ ...foreign, viewer })).rejects.toThrow(Invalid);
});

test.each([
  ["published", (draft: Draft) => publishTrack({ ...draft, title: "題", labels: [] })],
  ["planned", (draft: Draft) => planPublication({ ...draft, title: "題", publishAt: hoursFromNow(1) })],
])("the next text stays on the creation page when an older draft is %s", async (_, settle) => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const previewFilename = await producePreview(viewer);
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "朝の本文" });
  const { draft } = await findCreationState({ viewer, flow: "v2" });
  const scriptTaskId = draft?.taskId ?? "";
  const lines = [[{ speaker: "A", text: "書きかけの行。" }]];
  await submit(viewer, { intent: "save-script", scriptTaskId, title: "朝", lines, act: "keep" });
  await settle({ viewer, previewFilename });
  expect(await findCreationState({ viewer, flow: "v2" })).toMatchObject({
    step: "script-review",
    inputText: "朝の本文",
    draft: { taskId: scriptTaskId, edits: { lines: [{ speaker: "A", text: "書きかけの行。" }] } },
  });
});

test("starting over says that an older draft goes too, whatever stands between", async () => {
  const viewer = await addMember();
  const loss = async () => startOverLoss(await findCreationState({ viewer, flow: "v2" }));
  const { taskId } = await plan(viewer, hoursFromNow(1));
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "朝の本文" });
  expect(await loss()).toBe("台本と入力した本文を削除します。");
  await withdrawPlan({ viewer, taskId });
  const withDraft = "台本と入力した本文を削除します。まだ投稿していない音声も削除します。";
  expect(await loss()).toBe(withDraft);
  const { draft } = await findCreationState({ viewer, flow: "v2" });
  await submit(viewer, { intent: "generate-audio", scriptTaskId: draft?.taskId ?? "" });
  const { running } = await findCreationState({ viewer, flow: "v2" });
  expect(await loss()).toMatch(/^音声の生成を中止し.*まだ投稿していない音声も削除します。$/);
  await endTask(previews, running?.taskId ?? "", { as: "failed", error: "声が出ませんでした" });
  expect(await loss()).toBe(withDraft);
  await startOver({ viewer, flow: "v2" });
  await expect(findDraft({ viewer, taskId })).rejects.toThrow(NotFound);
});

test("for a suspended author nothing is published and nothing lost: they are told when they are back", async () => {
  const viewer = await addMember();
  const { taskId } = await plan(viewer, hoursFromNow(1));
  await suspendAccount({ actor, userId: viewer.id, reason: "確認" });
  await publishPlanned(hoursFromNow(2));
  await publishPlanned(hoursFromNow(100 * 24));
  expect(await tracksOf(viewer)).toEqual([]);
  await approveAccount({ actor, userId: viewer.id });
  for (const hours of [2, 3]) await publishPlanned(hoursFromNow(hours));
  expect(await tracksOf(viewer)).toEqual([]);
  expect((await notificationsOf(viewer)).map(({ type }) => type)).toEqual(["track_not_on_time"]);
  const { planned } = await findDraft({ viewer, taskId, now: hoursFromNow(24) });
  expect(planned?.problem).toContain("停止中");
  // Planned anew, it is published.
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  const previewFilename = task?.previewFilename ?? "";
  await planPublication({ viewer, previewFilename, title: "次", publishAt: hoursFromNow(4) });
  await publishPlanned(hoursFromNow(5));
  expect(await tracksOf(viewer)).toEqual([{ title: "次" }]);
});

test.each<
  [string, (of: { viewer: Viewer; taskId: string; previewFilename: string }) => Promise<unknown>, string[]]
>([
  ["withdraws it", withdrawPlan, []],
  [
    "moves it to the next day",
    ({ viewer, previewFilename }) =>
      planPublication({ viewer, previewFilename, title: "別の題", publishAt: hoursFromNow(24) }),
    ["別の題"],
  ],
  ["deletes it", discardPreview, []],
  ["is suspended", ({ viewer }) => suspendAccount({ actor, userId: viewer.id, reason: "確認" }), []],
])("a due track whose author %s while it is judged is not published then", async (_what, act, later) => {
  const viewer = await addMember();
  const preview = await plan(viewer, hoursFromNow(1));
  const judge = vi.spyOn(harm, "judgeHarm").mockImplementationOnce(async () => {
    await act({ viewer, ...preview });
    return [];
  });
  await publishPlanned(hoursFromNow(2));
  expect(judge).toHaveBeenCalled();
  judge.mockRestore();
  await publishPlanned(hoursFromNow(3));
  expect(await tracksOf(viewer)).toEqual([]);
  expect(await notificationsOf(viewer)).toEqual([]);
  await publishPlanned(hoursFromNow(25));
  expect((await tracksOf(viewer)).map(({ title }) => title)).toEqual(later);
});

test("a track that is published at once is not, if its author is suspended while it is judged", async () => {
  const viewer = await addMember();
  const { previewFilename } = await plan(viewer, hoursFromNow(1));
  const judge = vi.spyOn(harm, "judgeHarm").mockImplementationOnce(async () => {
    await suspendAccount({ actor, userId: viewer.id, reason: "確認" });
    return [];
  });
  const publish = () => publishTrack({ viewer, previewFilename, title: "夜" });
  await expect(publish()).rejects.toThrow(AccountNotApproved);
  judge.mockRestore();
  await approveAccount({ actor, userId: viewer.id });
  expect(await tracksOf(viewer)).toEqual([]);
  await publish();
  expect(await tracksOf(viewer)).toHaveLength(1);
});

test("what may not be published stays a draft, and holds up no other", async () => {
  const viewer = await addMember();
  const { taskId } = await plan(viewer, hoursFromNow(1));
  await write((tx) =>
    tx
      .update(audioTasks)
      .set({ labels: ["死ね"] })
      .where(eq(audioTasks.id, taskId)),
  );
  await plan(viewer, hoursFromNow(2));
  await publishPlanned(hoursFromNow(3));
  expect(await tracksOf(viewer)).toHaveLength(1);
  expect((await findDraft({ viewer, taskId })).planned?.problem).toContain("公開できませんでした");
  expect((await notificationsOf(viewer)).map(({ type }) => type).sort()).toEqual([
    "track_not_on_time",
    "track_on_time",
  ]);
});

test("so many tracks are planned at a time", async () => {
  const viewer = await addMember({ isPremium: true });
  const { taskId } = await plan(viewer, hoursFromNow(1));
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  if (!task) throw new Error("no task");
  const others = Array.from({ length: maxPlanned - 1 }, (_, n) => ({
    ...task,
    id: `planned-${n}-${viewer.id}`,
    previewFilename: `planned-${n}-${viewer.id}.mp3`,
  }));
  await write((tx) => tx.insert(audioTasks).values(others));
  await expect(plan(viewer, hoursFromNow(1))).rejects.toThrow(QuotaReached);
});

test.each([
  ["2026-11-28", "7", "2026-11-27T22:00:00.000Z"],
  ["2026-11-28", "23", "2026-11-28T14:00:00.000Z"],
])("%s at %s o'clock is in Tokyo", (day, hour, at) => {
  const now = new Date("2026-11-27T20:30:00Z");
  expect(publishTimeOf({ when: "later", day, hour }, now)?.toISOString()).toBe(at);
  expect(publishTimeOf({ when: "now", day, hour }, now)).toBeNull();
});

test.each([
  ["", "7"],
  ["2026-11-28", "24"],
  ["2027-02-30", "7"],
  ["2026-11-28", "5"],
  ["2027-02-27", "7"],
])("a time of %s at %s is refused", (day, hour) => {
  const now = new Date("2026-11-27T20:30:00Z");
  expect(() => publishTimeOf({ when: "later", day, hour }, now)).toThrow(Invalid);
});
