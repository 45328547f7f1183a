import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { speechEngine } from "#app/engines/speech/choose-speech-engine.ts";
import { describeLength, promisedSeconds, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, dailyUsage } from "#db/schema/index.ts";
import { allTicked, producePreview, state, submit, submitAndWrite, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { PromisedLength } from "../script/promised-length.tsx";
import { loadCreationPage } from "../server/load-creation-page.server.ts";
import { defaultNarration } from "./narration.ts";

withDatabase();

test("what is chosen stands in the rows and begins the next creation; names and voices reach the audio and the track", async () => {
  const viewer = await addMember();
  const chosen = { form: "interview", length: "normal", hasGreetings: "no" };
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文", ...chosen });
  const { draft, narration } = await state(viewer);
  expect(narration).toMatchObject({ form: "interview", hasGreetings: false, voices: null, names: {} });
  expect(draft?.narration).toEqual(narration);

  const { voices } = await speechEngine();
  const pair = { A: voices[2]?.id ?? "", B: voices[1]?.id ?? "" };
  const speakerNames = { A: "  みずき　さん ", B: "" };
  const ofScript = { scriptTaskId: draft?.taskId ?? "", voices: pair, speakerNames };
  await submit(viewer, { intent: "save-voices", ...ofScript, speakingRate: "1.4" });
  const saved = await state(viewer);
  expect(saved).toMatchObject({
    step: "script-review",
    speakingRate: 1.4,
    draft: { narration: { form: "interview", voices: pair, names: { A: "みずき さん" } } },
  });

  const previewFilename = await producePreview(viewer);
  const { preview } = await state(viewer);
  expect(preview?.speakerNames).toEqual({ A: "みずき さん" });
  const [task] = await db
    .select()
    .from(audioTasks)
    .where(eq(audioTasks.id, preview?.taskId ?? ""));
  expect(task?.narration).toEqual(saved.draft?.narration);
  const publish = { intent: "publish", previewFilename, title: "題", agreedToTerms: allTicked };
  const trackId = Number(/\d+(?=\?|$)/.exec((await submit(viewer, publish)).path));
  expect((await findTrack({ viewer: null, trackId })).speakerNames).toEqual({ A: "みずき さん" });
  // Of the next creation, on every device.
  expect((await state(viewer)).narration).toMatchObject({ form: "interview", voices: pair });
});

test("what the text is stands with its script; another kind and 朗読 have it written anew, for that text alone", async () => {
  const viewer = await addMember();
  const asNews = { ...written, textKind: "news" as const };
  await submitAndWrite(
    viewer,
    { intent: "generate-script", inputText: "夜の本文", textKind: "auto" },
    asNews,
  );
  const { draft } = await state(viewer);
  expect(draft).toMatchObject({ textKind: "news", narration: { textKind: null } });

  const change = { intent: "rewrite-script", scriptTaskId: draft?.taskId ?? "", textKind: "mourning" };
  await submitAndWrite(viewer, change, { ...written, script: "A: 本文。", textKind: "mourning" });
  const changed = (await state(viewer)).draft;
  expect(changed).toMatchObject({
    textKind: "mourning",
    narration: { textKind: "mourning", form: "dialogue" },
  });
  // The second click of a form that has done its work.
  await submit(viewer, change);
  expect((await state(viewer)).draft?.taskId).toBe(changed?.taskId);

  await submitAndWrite(
    viewer,
    { intent: "rewrite-script", scriptTaskId: changed?.taskId ?? "", form: "reading" },
    { ...written, script: "A: 本文。", textKind: "mourning" },
  );
  const { draft: reading, narration } = await state(viewer);
  expect(reading?.narration).toMatchObject({ form: "reading", textKind: "mourning" });
  expect(narration).toMatchObject({ form: "dialogue", textKind: null });
  await submit(viewer, { intent: "generate-audio", scriptTaskId: reading?.taskId ?? "" });
  const rows = await db.select().from(audioTasks).where(eq(audioTasks.userId, viewer.id));
  expect(rows.find(({ kind }) => kind === "preview")?.textKind).toBe("mourning");
});

test.each([
  [{ voices: { A: "no-such-voice", B: "no-such-voice" } }, "この声は選べません。一覧から選び直してください"],
  [{ voices: { A: "first", B: "first" } }, "AとBには、ちがう声を選んでください"],
  [{ speakerNames: { A: "名".repeat(21) } }, "話し手の名前は20文字以内で入力してください"],
])("audio with %j is refused, and uses nothing", async (choices, message) => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const { voices } = await speechEngine();
  const text = JSON.stringify(choices).replaceAll("first", voices[0]?.id ?? "");
  const fields = { scriptTaskId: (await state(viewer)).draft?.taskId ?? "", ...JSON.parse(text) };
  for (const intent of ["generate-audio", "save-voices"]) {
    const refused: unknown = await submit(viewer, { intent, ...fields }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Invalid);
    expect(JSON.stringify(refused)).toContain(message);
  }
  expect(await db.select().from(dailyUsage).where(eq(dailyUsage.userId, viewer.id))).toEqual([]);
});

test("a draft with voices that are gone shows and takes those that are closest", async () => {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const taskId = (await state(viewer)).draft?.taskId ?? "";
  const choose = (A: string, B: string) =>
    write((tx) =>
      tx
        .update(audioTasks)
        .set({ narration: { ...defaultNarration, voices: { A, B } } })
        .where(eq(audioTasks.id, taskId)),
    );
  // As eSpeak NG called them.
  await choose("f4", "m7");
  const page = await loadCreationPage({ viewer, flow: "v2" });
  expect(page?.voices?.speaking).toEqual({ A: "mei-happy", B: "nitech-low" });
  // The length is promised for these, and for any others that are chosen in the form.
  const { promise, voices } = page ?? {};
  if (!promise || !voices) throw new Error("no length is promised");
  const seconds = (A: string, speakingRate: number) => {
    const paces = { A: promise.paces[A] ?? unmeasuredPace, B: promise.paces["nitech-low"] ?? unmeasuredPace };
    return promisedSeconds(promise.measure, { paces, speakingRate });
  };
  const { script = "" } = (await state(viewer)).draft ?? {};
  expect(
    renderToStaticMarkup(
      createElement(PromisedLength, {
        ...promise,
        voices: voices.speaking,
        speakingRate: 1,
        isLimited: false,
        isPaused: false,
        form: { current: null },
      }),
    ),
  ).toContain(describeLength(seconds("mei-happy", 1)));
  expect(promise.measure.A.morae + promise.measure.B.morae).toBeGreaterThan(script.length / 2);
  expect(seconds("mei-low", 1)).toBeGreaterThan(seconds("mei-happy", 1));
  expect(seconds("mei-low", 2)).toBeLessThan(0.7 * seconds("mei-low", 1));
  const generate = { intent: "generate-audio", scriptTaskId: taskId };
  await choose("f4", "mei-happy");
  await expect(submit(viewer, generate)).rejects.toBeInstanceOf(Invalid);
  await choose("f4", "m7");
  await submit(viewer, generate);
  expect((await state(viewer)).running?.kind).toBe("preview");
});

test("of a script with one speaker both may have one voice", async () => {
  const viewer = await addMember();
  const alone = { ...written, script: "A: こんばんは。" };
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文", form: "reading" }, alone);
  const { draft } = await state(viewer);
  const [{ id = "" } = {}] = (await speechEngine()).voices;
  const voices = { A: id, B: id };
  await submit(viewer, { intent: "generate-audio", scriptTaskId: draft?.taskId ?? "", voices });
  expect((await state(viewer)).running?.kind).toBe("preview");
});
