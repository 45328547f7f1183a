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
  await fetch(`/api/audio-tasks/${encodeURIComponent(task.id)}/kill`, { method: "POST", signal }).catch(
    () => {},
  );
}

async function getJson(path: string, signal: AbortSignal): Promise<{ body: unknown; now: number }> {
  let response: Response;
  try {
    response = await fetch(path, { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TypeError ? new TaskCallFailed(0) : error;
  }
  if (!response.ok) throw new TaskCallFailed(response.status);
  const answered = Date.parse(response.headers.get("Date") ?? "");
  const body: unknown = await response.json().catch(() => null);
  return { body, now: Number.isNaN(answered) ? Date.now() : answered };
}

function asTask(value: unknown, now: number): SeenTask | null {
  if (typeof value !== "object" || value === null) return null;
  const field = (name: string): unknown => Reflect.get(value, name);
  const [id, status, progress, trackId] = [field("id"), field("status"), field("progress"), field("trackId")];
  if (typeof id !== "string" || typeof status !== "string") return null;
  const [session, message, createdAt] = [field("userSessionId"), field("errorMessage"), field("createdAt")];
  const created = typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
  return {
    id,
    status,
    progress: typeof progress === "number" ? progress : 0,
    trackId: typeof trackId === "number" ? trackId : null,
    userSessionId: typeof session === "string" ? session : "",
    errorMessage: typeof message === "string" ? message : null,
    elapsedMs: Number.isNaN(created) ? 0 : Math.max(0, now - created),
  };
}
