import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { stuckAfterMs } from "../../audio-task.ts";

export interface TaskSummary {
  id: string;
  status: string;
  progress: number;
  trackId: number | null;
  revision: number;
  userSessionId: string;
  errorMessage: string | null;
  /** Of work, by the server's clock; null while waiting. */
  workedMs: number | null;
}

/** A task's call failed; `status` is 0 if the network did. */
export class TaskRequestError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`task call failed (${status})`);
    this.status = status;
  }
}

export async function fetchTask(taskId: string, signal: AbortSignal): Promise<TaskSummary> {
  const { body, now } = await getJson(`/api/audio-tasks/${encodeURIComponent(taskId)}`, signal);
  const task = toTaskSummary(body, now);
  if (!task) throw new TaskRequestError(500);
  return task;
}

/** Newest first. Throws `TaskRequestError`. */
export async function fetchTasks(signal: AbortSignal): Promise<TaskSummary[]> {
  const { body, now } = await getJson("/api/audio-tasks/user", signal);
  if (!Array.isArray(body)) throw new TaskRequestError(500);
  return body.map((task) => toTaskSummary(task, now)).filter((task) => task !== null);
}

/** Today's generations; null if they can't be read. */
export async function fetchDailyUsage(): Promise<{
  currentCount: number;
  dailyLimit: number;
  remaining: number;
} | null> {
  const { currentCount, dailyLimit, remaining } = asRecord(
    (await fetchJson("GET", "/api/posting-status")).body,
  );
  return typeof currentCount === "number" && typeof dailyLimit === "number" && typeof remaining === "number"
    ? { currentCount, dailyLimit, remaining }
    : null;
}

export function isActive(task: { status: string }): boolean {
  return task.status === "queued" || task.status === "processing";
}

/** Kills a task after 300 s of work. Ignores the result: the next poll shows it. */
export async function killIfStuck(
  task: { id: string; workedMs: number | null },
  signal: AbortSignal,
): Promise<void> {
  if (task.workedMs === null || task.workedMs <= stuckAfterMs) return;
  await fetchJson("POST", `/api/audio-tasks/${encodeURIComponent(task.id)}/kill`, { signal });
}

async function getJson(path: string, signal: AbortSignal): Promise<{ body: unknown; now: number }> {
  const { ok, status, body, headers } = await fetchJson("GET", path, { signal });
  signal.throwIfAborted();
  if (!ok) throw new TaskRequestError(status);
  const serverTime = Date.parse(headers.get("Date") ?? "");
  return { body, now: Number.isNaN(serverTime) ? Date.now() : serverTime };
}

function toTaskSummary(value: unknown, now: number): TaskSummary | null {
  const { id, status, progress, trackId, revision, userSessionId, errorMessage, startedAt } = asRecord(value);
  if (typeof id !== "string" || typeof status !== "string") return null;
  const began = typeof startedAt === "string" ? Date.parse(startedAt) : Number.NaN;
  return {
    id,
    status,
    progress: typeof progress === "number" ? progress : 0,
    trackId: typeof trackId === "number" ? trackId : null,
    revision: typeof revision === "number" ? revision : 0,
    userSessionId: typeof userSessionId === "string" ? userSessionId : "",
    errorMessage: typeof errorMessage === "string" ? errorMessage : null,
    workedMs: Number.isNaN(began) ? null : Math.max(0, now - began),
  };
}
