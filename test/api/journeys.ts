import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Client } from "../client.ts";

export const sampleText = [
  "夜のラジオには、昼とはちがう時間が流れています。",
  "窓の外が静かになると、小さな音まで耳に届くようになります。",
  "遠くの電車の音、冷蔵庫の低いうなり、そして誰かの声。",
  "声だけの番組は、目を休ませながら聴けるのがよいところです。",
].join("");

/** A script of a few seconds, for tests that need any preview. */
export const shortText = "A: 夜のラジオです。\nB: こんばんは。";

interface Written {
  script: string;
  title: string;
  labels: string[];
}

/** Needs no engine, whose dictionaries a server reads in half a second. */
const shortScript: Written = { script: shortText, title: "夜のラジオ", labels: [] };

const script = z.object({ script: z.string(), title: z.string(), labels: z.array(z.string()) });
const started = z.object({ taskId: z.string() });
const task = z.object({
  id: z.string(),
  status: z.string(),
  currentStage: z.string(),
  progress: z.number(),
  trackId: z.number().nullable(),
  error: z.string().nullable(),
  errorMessage: z.string().nullable(),
  userSessionId: z.string(),
});
const preview = z.object({
  previewUrl: z.string(),
  previewFilename: z.string(),
  duration: z.number(),
  script: z.string(),
  title: z.string(),
});

type Task = z.infer<typeof task>;
type Preview = z.infer<typeof preview>;

export async function writeScript(client: Client, inputText = shortText) {
  const response = await client.send("POST", "/api/generate-script", { inputText, title: "" });
  return script.parse(await response.json());
}

export async function startPreview(client: Client, written = shortScript) {
  const response = await client.send("POST", "/api/v2/background-process", {
    inputText: shortText,
    speakingRate: 1,
    ...written,
  });
  if (!response.ok)
    throw new Error(`background-process answered ${response.status}: ${await response.text()}`);
  return started.parse(await response.json()).taskId;
}

/** Polls until the task has ended, at most four minutes. */
export async function taskEnd(client: Client, taskId: string): Promise<Task> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const response = await client.get(`/api/audio-tasks/${taskId}`).catch(() => null);
    if (response?.ok) {
      const found = task.parse(await response.json());
      if (["completed", "failed", "cancelled"].includes(found.status)) return found;
    }
    await delay(200);
  }
  throw new Error(`task ${taskId} did not end`);
}

export function previewOf(ended: Task): Preview {
  return preview.parse(JSON.parse(ended.errorMessage ?? ""));
}

/** Makes a preview from a script. */
export async function makePreview(
  client: Client,
  written = shortScript,
): Promise<Preview & { taskId: string; labels: string[] }> {
  const taskId = await startPreview(client, written);
  const ended = await taskEnd(client, taskId);
  if (ended.status !== "completed") throw new Error(`preview ended ${ended.status}: ${ended.error}`);
  return { ...previewOf(ended), taskId, labels: written.labels };
}

export function publicationOf(made: Preview & { labels: string[] }) {
  const { previewFilename, script, duration, labels } = made;
  return {
    previewFilename,
    title: made.title || "夜のラジオ",
    script,
    duration,
    labels,
    agreedToTerms: true,
  };
}

/** The member's generations of all days: a test that begins before midnight in Tokyo may end after it. */
export async function usedGenerations(client: Client): Promise<number> {
  const exported = await (await client.get("/api/auth/export")).json();
  const { dailyUsage } = z.object({ dailyUsage: z.array(z.object({ count: z.number() })) }).parse(exported);
  return dailyUsage.reduce((sum, { count }) => sum + count, 0);
}
