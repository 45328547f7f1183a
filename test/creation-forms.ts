import { vi } from "vitest";
import { type AdminSession, actorOf, requireAdmin } from "#app/features/admin/session/admin-session.ts";
import { creationFormSchema } from "#app/features/creation/creation.schema.ts";
import { agreements } from "#app/features/creation/creation.ts";
import { handleCreationForm } from "#app/features/creation/server/handle-creation-form.server.ts";
import { findCreationState } from "#app/features/creation/server/load-creation-page.server.ts";
import { completePreview, completeScript } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { validate } from "#app/features/validate.ts";
import type { addMember } from "./database.ts";

type Member = Awaited<ReturnType<typeof addMember>>;
const { signal } = new AbortController();
export const written = {
  title: "夜の音",
  script: "A: こんばんは。\nB: こんばんは。",
  labels: ["ライフスタイル"],
  factCheck: { status: "issues_found" as const, confidence: 60, summary: "", issues: ["数字"], claims: [] },
};

/** Agrees to everything. */
export const allTicked = agreements.map(() => "on");

export const submit = async (
  viewer: Member | null,
  fields: Record<string, unknown>,
  o: { flow?: "v1" | "v2"; admin?: AdminSession } = {},
) =>
  handleCreationForm({
    viewer,
    flow: o.flow ?? "v2",
    form: validate(creationFormSchema, fields),
    signal,
    siteActor: async () => actorOf(requireAdmin(o.admin ?? null)),
  });
export const state = (viewer: Member) => findCreationState({ viewer, flow: "v2" });

/** Waits until a task of theirs has begun. Returns its id. */
export const runningTask = (viewer: Member): Promise<string> =>
  vi.waitFor(
    async () => {
      const { running } = await state(viewer);
      if (!running) throw new Error("nothing is running");
      return running.taskId;
    },
    // The default, a second, is little on a busy machine, and for a thread that has to start.
    { timeout: 30_000 },
  );

/** Waits for a script, which it completes like the worker. */
export async function submitAndWrite(
  viewer: Member,
  fields: Record<string, unknown>,
  result: Parameters<typeof completeScript>[1] = written,
): Promise<void> {
  const done = submit(viewer, fields);
  const taskId = await runningTask(viewer);
  await completeScript(taskId, result);
  await done;
}

/** Asks for audio, and completes it like the worker. Returns the preview's file. */
export async function producePreview(viewer: Member): Promise<string> {
  const { draft } = await state(viewer);
  await submit(viewer, { intent: "generate-audio", scriptTaskId: draft?.taskId ?? "", speakingRate: "1.3" });
  const { running } = await state(viewer);
  await claimTask(previews, running?.taskId ?? "");
  await completePreview(running?.taskId ?? "", {
    durationMs: 1000,
    files: [{ kbps: 64, storageKey: `audio/${running?.taskId}.mp3`, bytes: 3, sha256: "0".repeat(64) }],
    cues: [],
  });
  const { preview } = await state(viewer);
  return preview?.previewFilename ?? "";
}
