import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Invalid, LimitReached, NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { restoreTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracks, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { db, write } from "#db/client.ts";
import {
  audioTasks,
  dailyUsage,
  notifications,
  reviewItems,
  trackReports,
  tracks,
} from "#db/schema/index.ts";
import {
  allTicked,
  producePreview,
  runningTask,
  state,
  submit,
  submitAndWrite,
  written,
} from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { awaitsReview } from "../creation.ts";
import { staleScript } from "../creation-messages.ts";
import { publishTrack } from "../publish/publish-track.server.ts";
import { completeScript } from "../tasks/server/complete-task.server.ts";
import { previews, scripts } from "../tasks/server/creation-kinds.server.ts";

withDatabase();

test("from a text to a track, step by step", async () => {
  const viewer = await addMember();
  expect((await state(viewer)).step).toBe("input");

  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文", title: "" });
  const review = await state(viewer);
  expect(review).toMatchObject({ step: "script-review", draft: { title: "夜の音", inputText: "夜の本文" } });

  const revised = { ...written, script: "A: ばんは。\nB: ばんは。" };
  await submitAndWrite(
    viewer,
    { intent: "regenerate-script", scriptTaskId: review.draft?.taskId ?? "" },
    revised,
  );
  expect((await state(viewer)).draft).toMatchObject({ script: revised.script, inputText: "夜の本文" });

  const previewFilename = await producePreview(viewer);
  expect(await state(viewer)).toMatchObject({ step: "audio-preview", preview: { script: revised.script } });

  const publish = { intent: "publish", previewFilename, title: "題", agreedToTerms: allTicked };
  const { path } = await submit(viewer, publish);
  expect(path).toMatch(new RegExp(`^/${viewer.id}/track/\\d+\\?published$`));
  expect(await submit(viewer, publish)).toEqual({ path, flash: "track-published" });
  expect(await db.select().from(tracks).where(eq(tracks.userId, viewer.id))).toHaveLength(1);
  expect(await state(viewer)).toMatchObject({ step: "input", inputText: "", draft: null, preview: null });
});

test("a preview that another page has followed by a new script is published with its own labels", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const previewFilename = await producePreview(viewer);
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "朝の本文" });
  await submit(viewer, { intent: "publish", previewFilename, title: "題", agreedToTerms: allTicked });
  const { tracks: own } = await listTracksOf({ userId: viewer.id, viewer, limit: 1 });
  expect(own).toMatchObject([{ title: "題", labels: written.labels }]);
});

test("a form about a script that another page has replaced, spoken or thrown away changes nothing, and says so", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const old = (await state(viewer)).draft?.taskId ?? "";
  const edit = { intent: "save-script", title: "題", lines: [[{ speaker: "A", text: "直した文。" }]] };
  const refusalOf = async (fields: Record<string, unknown>) => {
    const refusal = await submit(viewer, fields).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Conflict);
    return refusal instanceof Conflict ? refusal.message : "";
  };
  const revise = { intent: "regenerate-script", scriptTaskId: old };
  const revised = submit(viewer, revise);
  const taskId = await runningTask(viewer);
  expect(await submit(viewer, revise)).toEqual({ path: "/create-post-v2" });
  for (const fields of [edit, { intent: "generate-script", inputText: "別の本文" }])
    expect(await refusalOf({ ...fields, scriptTaskId: old })).toBe(staleScript.busy.description);
  await completeScript(taskId, written);
  await revised;

  for (const intent of ["generate-audio", "save-voices"])
    expect(await refusalOf({ intent, scriptTaskId: old })).toBe(staleScript.replaced.description);
  // It was asked for, and is there.
  expect(await submit(viewer, revise)).toEqual({ path: "/create-post-v2" });
  expect(await refusalOf({ ...edit, scriptTaskId: old })).toBe(staleScript.edited.description);
  const now = await state(viewer);
  expect(now).toMatchObject({ running: null, draft: { script: written.script } });

  await producePreview(viewer);
  const latest = now.draft?.taskId ?? "";
  for (const intent of ["generate-audio", "save-voices"])
    expect(await refusalOf({ intent, scriptTaskId: latest, speakingRate: "0.8" })).toBe(
      staleScript.spoken.description,
    );
  await submit(viewer, { intent: "start-over" });
  for (const fields of [{ intent: "generate-audio" }, edit])
    expect(await refusalOf({ ...fields, scriptTaskId: latest })).toBe(staleScript.gone.description);
});

test("a form sent three times produces one preview and uses one generation", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const fields = { intent: "generate-audio", scriptTaskId: (await state(viewer)).draft?.taskId ?? "" };
  await Promise.all([submit(viewer, fields), submit(viewer, fields), submit(viewer, fields)]);
  const previews = await db.select().from(audioTasks).where(eq(audioTasks.userId, viewer.id));
  expect(previews.filter(({ kind }) => kind === "preview")).toHaveLength(1);
  const [usage] = await db.select().from(dailyUsage).where(eq(dailyUsage.userId, viewer.id));
  expect(usage?.count).toBe(1);
});

test("a form sent three times at once writes one script, and one revision", async () => {
  const viewer = await addMember();
  const ofViewer = eq(audioTasks.userId, viewer.id);
  const countTasks = () => db.$count(audioTasks, ofViewer);
  const made = (createdAt: Date) => write((tx) => tx.update(audioTasks).set({ createdAt }).where(ofViewer));
  const thrice = async (fields: Record<string, unknown>) => {
    const sent = [1, 2, 3].map(() => submit(viewer, fields));
    const taskId = await runningTask(viewer);
    await completeScript(taskId, { ...written, script: `${written.script}\nA: ${Math.random()}` });
    for (const { path } of await Promise.all(sent)) expect(path).toBe("/create-post-v2");
  };
  const fields = { intent: "generate-script", inputText: "夜の本文" };
  await thrice(fields);
  // The second click of one whose script was there at once, however long this one took.
  await made(new Date());
  await submit(viewer, fields);
  expect(await countTasks()).toBe(1);
  await thrice({ intent: "regenerate-script", scriptTaskId: (await state(viewer)).draft?.taskId ?? "" });
  expect(await countTasks()).toBe(2);
  // Later another script of the text is meant.
  await made(new Date(Date.now() - 120_000));
  await submitAndWrite(viewer, fields);
  expect(await countTasks()).toBe(3);
});

test("cancelled audio leads back to the script", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const { draft } = await state(viewer);
  await submit(viewer, { intent: "generate-audio", scriptTaskId: draft?.taskId ?? "", speakingRate: "0.8" });
  const { running, step: during } = await state(viewer);
  expect([during, running?.kind]).toEqual(["script-review", "preview"]);
  await submit(viewer, { intent: "cancel", taskId: running?.taskId ?? "" });
  expect(await state(viewer)).toMatchObject({
    step: "script-review",
    running: null,
    failure: null,
    speakingRate: 0.8,
  });
});

test("a failed script leaves text and speaking rate in the form, and says why", async () => {
  const viewer = await addMember();
  const done = submit(viewer, {
    intent: "generate-script",
    inputText: "夜の本文",
    title: "題",
    speakingRate: "1.3",
  });
  const taskId = await runningTask(viewer);
  await endTask(previews, taskId, { as: "failed", error: "書けませんでした" });
  await done;
  expect(await state(viewer)).toMatchObject({
    step: "input",
    inputText: "夜の本文",
    title: "題",
    speakingRate: 1.3,
    failure: { kind: "script", message: "書けませんでした" },
  });
});

test("a revision that failed says that it was one, and leaves the script", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const { draft } = await state(viewer);
  const done = submit(viewer, { intent: "regenerate-script", scriptTaskId: draft?.taskId ?? "" });
  const taskId = await runningTask(viewer);
  await endTask(scripts, taskId, { as: "failed", error: scripts.failureMessage });
  await done;
  const failure = { kind: "script", isRevision: true, message: "台本の修正に失敗しました。" };
  expect(await state(viewer)).toMatchObject({ step: "script-review", failure, draft });
});

test("a title made from the text is not kept for the next text, a member's own is", async () => {
  const viewer = await addMember();
  const write = { intent: "generate-script", inputText: "夜の本文" };
  await submitAndWrite(viewer, { ...write, title: "" });
  expect(await state(viewer)).toMatchObject({ title: "", draft: { title: written.title } });

  // Neither a revision nor saved lines make it the member's.
  const ofDraft = async () => ({ scriptTaskId: (await state(viewer)).draft?.taskId ?? "" });
  await submitAndWrite(viewer, { intent: "regenerate-script", ...(await ofDraft()) });
  const lines = [[{ speaker: "A", text: "直した文。" }]];
  const save = async (title: string) =>
    submit(viewer, { intent: "save-script", title, lines, ...(await ofDraft()) });
  await save(written.title);
  expect((await state(viewer)).title).toBe("");
  await save("わたしの題");
  expect((await state(viewer)).title).toBe("わたしの題");

  await submitAndWrite(viewer, { ...write, title: "はじめの題" }, { ...written, title: "はじめの題" });
  expect((await state(viewer)).title).toBe("はじめの題");
  await submitAndWrite(viewer, { ...write, inputText: "別の本文", title: "" });
  await producePreview(viewer);
  expect((await state(viewer)).title).toBe("");
  const { preview } = await state(viewer);
  const heading = { taskId: preview?.taskId, version: preview?.version, labels: [] };
  await submit(viewer, { intent: "save-heading", ...heading, title: "あとからの題" });
  expect((await state(viewer)).title).toBe("あとからの題");
});

test("a cancelled script does not hide a finished preview", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const previewFilename = await producePreview(viewer);
  const done = submit(viewer, { intent: "generate-script", inputText: "別の本文" });
  const taskId = await runningTask(viewer);
  await endTask(previews, taskId, { as: "cancelled" });
  await done;
  expect(await state(viewer)).toMatchObject({ step: "audio-preview", preview: { previewFilename } });
});

test("starting over resets one page, not the other", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  await producePreview(viewer);
  await submit(viewer, { intent: "start-over" }, { flow: "v1" });
  expect((await state(viewer)).step).toBe("audio-preview");
  expect(await submit(viewer, { intent: "start-over" })).toEqual({ path: "/create-post-v2" });
  expect(await state(viewer)).toMatchObject({ step: "input", inputText: "", draft: null, preview: null });
});

test("the fourth preview of a free member's day is refused", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  for (let use = 0; use < 3; use++) {
    await producePreview(viewer);
    await submit(viewer, { intent: "start-over" });
    if (use < 2) await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  }
  await expect(submit(viewer, { intent: "generate-script", inputText: "夜の本文" })).rejects.toBeInstanceOf(
    LimitReached,
  );
});

test("a visitor is sent to sign in when publishing, and refused otherwise", async () => {
  const publish = { intent: "publish", previewFilename: "x", title: "題", agreedToTerms: allTicked };
  expect(await submit(null, publish)).toEqual({
    path: "/auth/google?redirect=%2Fcreate-post-v2",
    reloadDocument: true,
  });
  await expect(submit(null, { intent: "start-over" })).rejects.toBeInstanceOf(NotAuthenticated);
});

test("what may do harm is held at publication: told to its author, in the console's reports, released by the admin", async () => {
  const viewer = await addMember();
  const publish = async (script: string, title = "題") => {
    await submitAndWrite(
      viewer,
      { intent: "generate-script", inputText: "夜の本文" },
      { ...written, script },
    );
    const previewFilename = await producePreview(viewer);
    const { path, flash } = await submit(viewer, {
      intent: "publish",
      previewFilename,
      title,
      agreedToTerms: allTicked,
    });
    const [track] = await db
      .select()
      .from(tracks)
      .where(eq(tracks.userId, viewer.id))
      .orderBy(desc(tracks.id));
    if (!track) throw new Error("not published");
    // The page that follows decides by its address what the author is told.
    expect(path.endsWith(awaitsReview)).toBe(track.takenDownAt !== null);
    expect(flash).toBe(track.takenDownAt === null ? "track-published" : "track-awaits-review");
    return track;
  };
  expect(await publish("A: 静かな夜です。")).toMatchObject({ isVisible: true, takenDownAt: null });

  const held = await publish("A: 静かな夜です。隣の佐藤部長が会社のお金を盗んだ。");
  expect(held).toMatchObject({ isVisible: false, takedownReason: expect.stringContaining("佐藤部長が") });
  await expect(findTrack({ viewer: null, trackId: held.id })).rejects.toThrow(NotFound);
  const reports = await db.select().from(trackReports).where(eq(trackReports.trackId, held.id));
  expect(reports).toMatchObject([
    { userId: null, reason: "privacy", comment: expect.stringContaining("自動の確認"), handledAt: null },
  ]);
  const told = await db.select().from(notifications).where(eq(notifications.userId, viewer.id));
  expect(told).toMatchObject([{ type: "track_withheld", trackId: held.id }]);

  await restoreTrack({ actor: { kind: "admin", name: "admin" }, trackId: held.id });
  expect(await findTrack({ viewer: null, trackId: held.id })).toMatchObject({ isVisible: true });

  // A title is held like a script, and shown nowhere meanwhile but to its author.
  const title = "泥棒の佐伯かおる";
  const follower = await addMember();
  await followMember({ viewer: follower, userId: viewer.id });
  const entitled = await publish("A: 静かな夜です。", title);
  expect(entitled.takedownReason).toContain("題名も含めて");
  expect(entitled.takedownReason).toContain("名前を伏せる");
  const limit = 50;
  for (const other of [null, follower]) {
    const shown = [
      await listTracks({ viewer: other, limit }),
      await listTracksOf({ userId: viewer.id, viewer: other, limit }),
      await searchTracks({ viewer: other, query: "佐伯", limit }),
      await findPersonFeed({ idOrCustomId: viewer.id }),
      await listNotifications({ viewer: follower, limit }),
    ];
    expect(JSON.stringify(shown)).not.toContain("佐伯");
  }
  expect(JSON.stringify(await listTracksOf({ userId: viewer.id, viewer, limit }))).toContain(title);
});

test("labels that may do harm are refused by field, and nothing is lost", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" }, written);
  const previewFilename = await producePreview(viewer);
  const publication = { viewer, previewFilename, title: "題" };
  await expect(publishTrack({ ...publication, labels: ["夜", "在日は出ていけ"] })).rejects.toMatchObject({
    fields: { labels: [expect.stringContaining("差別")] },
  });
  const published = await publishTrack({ ...publication, labels: ["夜"] });
  expect(published.isTakenDown).toBe(false);
  // An operator looks at it all the same.
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, published.trackId))).toBe(1);
});

test("a script is edited line by line, with title and labels; what was checked of other lines stays", async () => {
  const viewer = await addMember();
  const claim = { verdict: "verified" as const, sources: [{ title: "年表", url: "https://example.com/" }] };
  const result: Parameters<typeof completeScript>[1] = {
    ...written,
    script: "A: 橋は1900年にできた。\nB: なるほど。\nA: 長さは30メートル。",
    factCheck: {
      ...written.factCheck,
      status: "verified" as const,
      confidence: 100,
      claims: [
        { ...claim, line: 0, text: "1900年" },
        { ...claim, line: 2, text: "30メートル" },
      ],
    },
  };
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" }, result);
  const scriptTaskId = (await state(viewer)).draft?.taskId ?? "";
  const edit = {
    intent: "save-script",
    scriptTaskId,
    title: "橋の話",
    labels: ["歴史", undefined, "旅行"],
    lines: [
      [
        { speaker: "A", text: "橋は1901年にできた。\nB: とても古い。" },
        { speaker: "B", text: "" },
        { speaker: "B", text: "長さは30メートル。" },
      ],
    ],
  };
  expect(await submit(viewer, edit)).toEqual({ path: "/create-post-v2", flash: "script-updated" });
  const { draft } = await state(viewer);
  expect(draft).toMatchObject({
    title: "橋の話",
    labels: ["歴史", "旅行"],
    script: "A: 橋は1901年にできた。\nA: B: とても古い。\nB: 長さは30メートル。",
    factCheck: { status: "issues_found", confidence: 0 },
  });
  expect(draft?.factCheck?.claims).toEqual([
    { line: 0, text: "橋は1901年にできた。", verdict: "unchecked", sources: [] },
    { line: 1, text: "B: とても古い。", verdict: "unchecked", sources: [] },
    { ...claim, line: 2, text: "30メートル" },
  ]);

  const empty = { ...edit, lines: [[{ speaker: "A", text: " " }]] };
  await expect(submit(viewer, empty)).rejects.toThrow(Invalid);
  const long = { ...edit, lines: [[{ speaker: "A", text: "あ".repeat(6000) }]] };
  await expect(submit(viewer, long)).rejects.toThrow(Invalid);
  await expect(submit(viewer, { ...edit, scriptTaskId: "other" })).rejects.toThrow(Conflict);
  expect((await state(viewer)).draft?.script).toBe(draft?.script);
});
