import { forget, keep, recall } from "#app/lib/device-memory.ts";

/**
 * What a creation page remembers on the device (spec 3 §3, §4). All of it is convenience: the server's rows say
 * where the member stands, and a device without storage (private mode, full disk) only forgets.
 *
 * - `creation-state:{flow}:{user}`: text, title and rate that were typed but not sent, for 24 h. Sent or started
 *   over: removed.
 * - `user-task-v2-id` (`user-task-v1-id`): the preview task that was seen running here. When the page meets that
 *   task finished, however much later, it tells the member once.
 * - `v2-restarted-tasks`: tasks given up by "start over"; a poll that was under way takes no notice of them.
 * - `v2-ignore-completed-tasks`: set by "start over", lifted by the next piece of work; while it is set the list
 *   is not polled.
 * - `creation-playback-rate`: speed of the preview's player.
 * - `published-preview`: file name of the preview published last, so that a page brought back from the browser's
 *   history does not offer it again.
 */

const inputLifetimeMs = 24 * 60 * 60 * 1000;
const mostRestarted = 50;

export interface UnsentInput {
  inputText: string;
  title: string;
  speakingRate: number;
}

type Flow = "v1" | "v2";

interface Owner {
  flow: Flow;
  viewerId: string;
}

const inputKey = ({ flow, viewerId }: Owner) => `creation-state:${flow}:${viewerId}`;
const taskKey = (flow: Flow) => `user-task-${flow}-id`;
const restartedKey = "v2-restarted-tasks";
const ignoreKey = "v2-ignore-completed-tasks";
const rateKey = "creation-playback-rate";
const publishedKey = "published-preview";

export function rememberInput(owner: Owner, input: UnsentInput, now: number = Date.now()): void {
  keep(inputKey(owner), JSON.stringify({ ...input, savedAt: now }));
}

/** Null when nothing is kept, it is older than 24 h, or is not what was written here. */
export function recallInput(owner: Owner, now: number = Date.now()): UnsentInput | null {
  const kept = parse(recall(inputKey(owner)));
  if (typeof kept !== "object" || kept === null) return null;
  if (!("savedAt" in kept && typeof kept.savedAt === "number")) return null;
  if (now - kept.savedAt > inputLifetimeMs) {
    forget(inputKey(owner));
    return null;
  }
  return {
    inputText: "inputText" in kept && typeof kept.inputText === "string" ? kept.inputText : "",
    title: "title" in kept && typeof kept.title === "string" ? kept.title : "",
    speakingRate: "speakingRate" in kept && typeof kept.speakingRate === "number" ? kept.speakingRate : 1,
  };
}

export function forgetInput(owner: Owner): void {
  forget(inputKey(owner));
}

/** Work was begun or met on this page: it is told about when it ends, and polled for again. */
export function rememberTask(flow: Flow, taskId: string): void {
  keep(taskKey(flow), taskId);
  if (flow === "v2") forget(ignoreKey);
}

/** Whether `taskId` is the task to tell about; asking forgets it, so that it is told once. */
export function takeRememberedTask(flow: Flow, taskId: string): boolean {
  if (recall(taskKey(flow)) !== taskId) return false;
  forget(taskKey(flow));
  return true;
}

/** "Start over": forgets what was typed, and leaves the given-up tasks out of later polls. */
export function rememberRestart(owner: Owner, taskIds: string[]): void {
  forgetInput(owner);
  forget(taskKey(owner.flow));
  if (owner.flow !== "v2") return;
  keep(restartedKey, JSON.stringify([...new Set([...taskIds, ...restartedTasks()])].slice(0, mostRestarted)));
  keep(ignoreKey, "true");
}

export function restartedTasks(): string[] {
  const kept = parse(recall(restartedKey));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
}

export function ignoresCompletedTasks(): boolean {
  return recall(ignoreKey) === "true";
}

export function rememberPlaybackRate(rate: number): void {
  keep(rateKey, String(rate));
}

/** The remembered speed if it is one of `rates`, else 1. */
export function recallPlaybackRate(rates: readonly number[]): number {
  const rate = Number(recall(rateKey));
  return rates.includes(rate) ? rate : 1;
}

export function rememberPublished(previewFilename: string): void {
  keep(publishedKey, previewFilename);
}

export function wasPublished(previewFilename: string): boolean {
  return recall(publishedKey) === previewFilename;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
