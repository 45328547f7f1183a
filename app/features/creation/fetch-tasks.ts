import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { stuckAfterMs } from "./audio-task.ts";

/** What the browser reads of a task's reply (spec 3 §3). */
export interface SeenTask {
  id: string;
  status: string;
  progress: number;
  trackId: number | null;
  userSessionId: string;
  errorMessage: string | null;
  /** Since its creation, by the server's clock. */
  elapsedMs: number;
}

/** No answer, or not the expected one. `status` is 0 when the network failed. */
export class TaskCallFailed extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`task call failed (${status})`);
    this.status = status;
  }
}

/** GET /api/audio-tasks/{id}. Throws `TaskCallFailed`. */
export async function fetchTask(taskId: string, signal: AbortSignal): Promise<SeenTask> {
  const { body, now } = await getJson(`/api/audio-tasks/${encodeURIComponent(taskId)}`, signal);
  const task = asTask(body, now);
  if (!task) throw new TaskCallFailed(500);
  return task;
}

/** GET /api/audio-tasks/user, newest first. Throws `TaskCallFailed`. */
export async function fetchTasks(signal: AbortSignal): Promise<SeenTask[]> {
  const { body, now } = await getJson("/api/audio-tasks/user", signal);
  if (!Array.isArray(body)) throw new TaskCallFailed(500);
  return body.map((task) => asTask(task, now)).filter((task) => task !== null);
}

export function isActive(task: { status: string }): boolean {
  return task.status === "queued" || task.status === "processing";
}

/** Gives a task up that has been running for over 300 s (spec 1 §4). A refusal is no news: the next poll tells. */
export async function killIfStuck(
  task: { id: string; elapsedMs: number },
  signal: AbortSignal,
): Promise<void> {
  if (task.elapsedMs <= stuckAfterMs) return;
  await askServer("POST", `/api/audio-tasks/${encodeURIComponent(task.id)}/kill`, { signal });
}

async function getJson(path: string, signal: AbortSignal): Promise<{ body: unknown; now: number }> {
  const { ok, status, body, headers } = await askServer("GET", path, { signal });
  signal.throwIfAborted();
  if (!ok) throw new TaskCallFailed(status);
  const answered = Date.parse(headers.get("Date") ?? "");
  return { body, now: Number.isNaN(answered) ? Date.now() : answered };
}

function asTask(value: unknown, now: number): SeenTask | null {
  const { id, status, progress, trackId, userSessionId, errorMessage, createdAt } = asRecord(value);
  if (typeof id !== "string" || typeof status !== "string") return null;
  const created = typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
  return {
    id,
    status,
    progress: typeof progress === "number" ? progress : 0,
    trackId: typeof trackId === "number" ? trackId : null,
    userSessionId: typeof userSessionId === "string" ? userSessionId : "",
    errorMessage: typeof errorMessage === "string" ? errorMessage : null,
    elapsedMs: Number.isNaN(created) ? 0 : Math.max(0, now - created),
  };
}
