// isolated: its script engine asks a server of this file
// on one database: tasks and the engines' rows have tests of their own
import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { fitSource, makeOfPassages } from "#app/features/creation/minutes/fit-source.server.ts";
import { minutesFormSchema, minutesQuerySchema } from "#app/features/creation/minutes/minutes.schema.ts";
import { PromisedLength } from "#app/features/creation/script/promised-length.tsx";
import { loadCreationPage } from "#app/features/creation/server/load-creation-page.server.ts";
import { scripts } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { saveTypedText } from "#app/features/sources/server/sources.server.ts";
import { runTask } from "#app/features/tasks/run-task.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, engineUsage } from "#db/schema/index.ts";
import { runningTask, state, submit } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startGemini } from "#test/servers/language-models/gemini-server.ts";
import type { Asked } from "#test/servers/language-models/model-server.ts";
import { withSettings } from "#test/settings.ts";
import { writeScript } from "./write-script.ts";

withDatabase();
const gemini = await startGemini();
withSettings({ SCRIPT_ENGINE: "gemini", GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.origin });
const settings = { ...environment() };
afterEach(() => {
  Object.assign(environment(), settings);
  gemini.asked.splice(0);
});
afterAll(() => gemini.close());

const { signal } = new AbortController();
const text = Array.from(
  { length: 20 },
  (_, at) => `第${at + 1}の町の図書館は、夜の八時まで開いています。本は一度に${at + 11}冊まで借りられます。`,
).join("\n\n");

const asking = z.object({
  characters: z.number(),
  lengthFault: z.string().optional(),
  focus: z.string(),
  sentences: z.array(z.object({ number: z.number(), text: z.string() })),
});
const readAsked = ({ prompt }: Asked) => asking.parse(JSON.parse(prompt));

/**
 * All sentences, and small talk up to these shares of the characters that were asked for: of one request each, and of all others.
 */
const talkative = (...shares: number[]) => {
  let answered = 0;
  return (asked: Asked) => answer(asked, shares[Math.min(answered++, shares.length - 1)] ?? 1);
};

function answer(asked: Asked, share: number): string {
  const { characters, sentences } = readAsked(asked);
  const lines: { speaker: string; text: string; sentences: number[] }[] = sentences.map(
    ({ number, text: said }, at) => ({ speaker: at % 2 === 0 ? "A" : "B", text: said, sentences: [number] }),
  );
  const length = () => lines.reduce((sum, { text: said }) => sum + said.length, 0);
  while (length() < characters * share)
    lines.push({
      speaker: lines.length % 2 === 0 ? "A" : "B",
      text: "それは、うれしいですね。行ってみたくなります。",
      sentences: [],
    });
  return JSON.stringify({ lines, title: "本を借りられる数", labels: ["ライフスタイル"] });
}

type Member = Awaited<ReturnType<typeof addMember>>;

/** Works the task that `act` starts, as a worker does. */
async function work(viewer: Member, act: () => Promise<unknown>) {
  const acted = act();
  const taskId = await runningTask(viewer);
  await runTask(scripts, { taskId, signal }, writeScript);
  await acted;
  const page = await loadCreationPage({ viewer, flow: "v2" });
  const { draft } = page?.state ?? {};
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  if (!page?.promise || !page.voices || !draft || !task) throw new Error("no script was written");
  const { promise, voices } = page;
  const shown = createElement(PromisedLength, {
    ...promise,
    ...{ voices: voices.speaking, speakingRate: 1, form: { current: null } },
    ...{ isLimited: false, isPaused: false },
  });
  const router = createMemoryRouter([{ path: "/", element: shown }]);
  return { task, draft, shown: renderToStaticMarkup(createElement(RouterProvider, { router })) };
}

/** A minute of the text, as a dialogue with the sentences that the page has ticked. */
async function makeMinute(viewer: Member, answer: (asked: Asked) => string) {
  gemini.answer = answer;
  const sourceId = await saveTypedText({ viewer, flow: "v2", text, title: "" });
  const choice = { minutes: "1", form: "dialogue", hasGreetings: "no", focus: "本の冊数" };
  const query = minutesQuerySchema.parse(choice);
  const { fit } = await fitSource({ viewer, sourceId, query, signal });
  if (!fit) throw new Error("nothing fits");
  const kept = fit.passages.map((_, at) => (fit.kept.includes(at) ? "on" : undefined));
  const form = minutesFormSchema.parse({ ...choice, intent: "make", version: fit.version, kept });
  return work(viewer, () => makeOfPassages({ viewer, sourceId, form, signal }));
}

const missedBy = /1分のところ1分\d+秒です/u;
const faults = () => gemini.asked.map((asked) => readAsked(asked).lengthFault);

test("a model is told the promised length and what the member wants to hear of, and one answer of that length is enough", async () => {
  const { draft, shown } = await makeMinute(await addMember(), talkative(1));
  expect(faults()).toEqual([undefined]);
  expect(gemini.asked[0]?.system).toContain("charactersは");
  expect(gemini.asked.map((asked) => readAsked(asked).focus)).toEqual(["本の冊数"]);
  expect(gemini.asked[0]?.system).toContain("focusは");
  expect(draft.narration.seconds).toBe(60);
  expect(shown).toMatch(/約(?:55秒|1分(?:5秒)?)</u);
  expect(shown).not.toMatch(missedBy);
});

test("a model that misses the length is told by how much, and its second answer counts", async () => {
  const { shown } = await makeMinute(await addMember(), talkative(1.5, 1));
  expect(faults()).toEqual([
    undefined,
    expect.stringMatching(/^前の答えは\d+文字で、およそ\d+%長すぎました$/u),
  ]);
  expect(shown).not.toMatch(missedBy);
});

test("a length that was missed twice is told, and the member keeps the script, asks again or takes one of rules", async () => {
  const viewer = await addMember();
  const missed = await makeMinute(viewer, talkative(1.5));
  expect(gemini.asked).toHaveLength(2);
  expect(missed.shown).toMatch(missedBy);
  expect(missed.shown).toContain('value="rewrite-to-length"');
  expect(missed.task.making?.script?.engine).toBe("gemini");

  const press = (intent: string, scriptTaskId: string) => submit(viewer, { intent, scriptTaskId });
  const again = await work(viewer, () => press("rewrite-to-length", missed.draft.taskId));
  expect(gemini.asked).toHaveLength(4);
  expect(again.shown).toMatch(missedBy);
  // A second click of the same page starts nothing.
  await press("rewrite-to-length", missed.draft.taskId);
  expect((await state(viewer)).running).toBeNull();

  const byRules = await work(viewer, () => press("write-by-rules", again.draft.taskId));
  expect(gemini.asked).toHaveLength(4);
  expect(byRules.task.making?.script?.engine).toBe("local");
  expect(byRules.shown).toMatch(/約(?:55秒|1分(?:5秒)?)</u);
  expect(byRules.shown).not.toMatch(missedBy);

  const told = await submit(viewer, { intent: "generate-audio", scriptTaskId: byRules.draft.taskId });
  expect(told.path).toBe("/create-post-v2");
});

test.each([
  [
    "the member's requests of the day are used up",
    () => Object.assign(environment(), { ENGINE_MEMBER_DAILY_REQUESTS: 1 }),
    1,
  ],
  ["the service refuses", () => void gemini.troubles.push({ status: 400 }), 2],
])(
  "a script whose second attempt fails, for %s, stays and tells its length",
  async (_why, breakSecond, requests) => {
    const viewer = await addMember();
    const tooLong = talkative(1.5);
    const { shown, task } = await makeMinute(viewer, (asked) => {
      breakSecond();
      return tooLong(asked);
    });
    expect(shown).toMatch(missedBy);
    expect(task.state).toBe("completed");
    expect(await db.$count(engineUsage, eq(engineUsage.userId, viewer.id))).toBe(requests);
    // Rules need no service.
    const byRules = await work(viewer, () =>
      submit(viewer, { intent: "write-by-rules", scriptTaskId: task.id }),
    );
    expect(byRules.shown).not.toMatch(missedBy);
  },
);
