import { normalizeText } from "#app/lib/characters.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import type { FlowId } from "../creation.ts";

/**
 * What the creation pages store in localStorage. The state of the work is in the server's rows; without storage
 * (private mode, full disk) only these conveniences are missing.
 *
 * - `creation-state:{flow}:{user}`: unsent text, title, speaking rate, form and greetings, for 24 h; removed when sent or
 *   started over.
 * - `creation-state:{flow}:{user}:script`, `…:voices`: unsaved edits of a script, and unsaved choices of voices, names and
 *   rate, for 24 h, as long as the script and what is saved of it are those that were edited.
 * - `creation-state:{flow}:{user}:unsaved`: what was typed into a script that was replaced meanwhile, as text, for 24 h.
 * - `user-task-v1-id`, `user-task-v2-id`: the preview task that was seen running here. When the page finds it
 *   finished, it shows a toast once.
 * - `creation-playback-rate`: speed of the preview's player.
 * - `published-preview`: file name of the last published preview, so that a page restored from the browser's history
 *   does not offer it again.
 */

const inputLifetimeMs = 24 * 60 * 60 * 1000;

interface UnsentInput {
  inputText: string;
  title: string;
  speakingRate: number;
  /** The chosen form, length and greetings, by field and value as the form posts them. */
  style: ReadonlyMap<string, string>;
}

/** Whose they are, and of which page. */
export interface Owner {
  flow: FlowId;
  viewerId: string;
}

/** A form whose changes are kept: the lines of a script, or its voices. */
export type EditedForm = "script" | "voices";

const inputKey = ({ flow, viewerId }: Owner) => `creation-state:${flow}:${viewerId}`;
const unsavedKey = (owner: Owner) => `${inputKey(owner)}:unsaved`;
const editsKey = (owner: Owner, edited: EditedForm) => `${inputKey(owner)}:${edited}`;
const taskKey = (flow: FlowId) => `user-task-${flow}-id`;
const rateKey = "creation-playback-rate";
const publishedKey = "published-preview";

/** Keeps what was typed on this device for 24 hours. */
export function saveUnsentInput(owner: Owner, input: UnsentInput, now: number = Date.now()): void {
  const stored = { ...input, style: [...input.style], savedAt: now };
  writeLocalStorage(inputKey(owner), JSON.stringify(stored));
}

/** Null when nothing valid is stored, or it is older than 24 h. */
export function loadUnsentInput(owner: Owner, now: number = Date.now()): UnsentInput | null {
  const stored = parse(readLocalStorage(inputKey(owner)));
  if (typeof stored !== "object" || stored === null) return null;
  if (!("savedAt" in stored && typeof stored.savedAt === "number")) return null;
  if (now - stored.savedAt > inputLifetimeMs) {
    removeFromLocalStorage(inputKey(owner));
    return null;
  }
  return {
    inputText: "inputText" in stored && typeof stored.inputText === "string" ? stored.inputText : "",
    title: "title" in stored && typeof stored.title === "string" ? stored.title : "",
    speakingRate:
      "speakingRate" in stored && typeof stored.speakingRate === "number" ? stored.speakingRate : 1,
    style: toFields("style" in stored ? stored.style : null),
  };
}

/** Removes the stored input once its text is sent; what was typed meanwhile on another page stays. */
export function clearSentInput(owner: Owner, sentText: string): void {
  const stored = loadUnsentInput(owner);
  if (stored && normalizeText(stored.inputText) === normalizeText(sentText)) clearUnsentInput(owner);
}

/** Forgets what was typed. */
export function clearUnsentInput(owner: Owner): void {
  removeFromLocalStorage(inputKey(owner));
}

/** Keeps the changes of a form on this device: `fields` as it would post them, `of` what it is about, as it is saved. */
export function saveEdits(
  owner: Owner,
  edited: EditedForm,
  edits: { of: string; fields: readonly (readonly [name: string, value: string])[] },
  now: number = Date.now(),
): void {
  writeLocalStorage(editsKey(owner, edited), JSON.stringify({ ...edits, savedAt: now }));
}

/** The fields of unsaved changes, with whether they are of `of`; null for none, and when they are older than 24 h: then they go. */
export function loadEdits(
  owner: Owner,
  edited: EditedForm,
  of: string | null,
  now: number = Date.now(),
): { matches: boolean; fields: Map<string, string> } | null {
  const stored = parse(readLocalStorage(editsKey(owner, edited)));
  if (typeof stored !== "object" || stored === null) return null;
  const savedAt = "savedAt" in stored && typeof stored.savedAt === "number" ? stored.savedAt : 0;
  const fields: unknown = "fields" in stored ? stored.fields : null;
  if (now - savedAt > inputLifetimeMs || !Array.isArray(fields)) {
    clearEdits(owner, edited);
    return null;
  }
  return { matches: "of" in stored && stored.of === of, fields: toFields(fields) };
}

/** Adds a text that can be saved nowhere any more to those of before. */
export function addUnsavedText(owner: Owner, text: string, now: number = Date.now()): void {
  const texts = [loadUnsavedText(owner, now), text].filter(Boolean).join("\n\n");
  writeLocalStorage(unsavedKey(owner), JSON.stringify({ text: texts, savedAt: now }));
}

/** All such texts; empty for none, and 24 h after the last. */
export function loadUnsavedText(owner: Owner, now: number = Date.now()): string {
  const stored = parse(readLocalStorage(unsavedKey(owner)));
  if (typeof stored !== "object" || stored === null) return "";
  const savedAt = "savedAt" in stored && typeof stored.savedAt === "number" ? stored.savedAt : 0;
  const isText = "text" in stored && typeof stored.text === "string";
  if (isText && now - savedAt <= inputLifetimeMs) return String(stored.text);
  clearUnsavedText(owner);
  return "";
}

/** Forgets them. */
export function clearUnsavedText(owner: Owner): void {
  removeFromLocalStorage(unsavedKey(owner));
}

/** Stored pairs of name and value; what is none is left out. */
function toFields(stored: unknown): Map<string, string> {
  return new Map(
    (Array.isArray(stored) ? stored : []).flatMap((field: unknown) => {
      const [name, value]: unknown[] = Array.isArray(field) ? field : [];
      return typeof name === "string" && typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}

/** Forgets unsaved changes. */
export function clearEdits(owner: Owner, edited: EditedForm): void {
  removeFromLocalStorage(editsKey(owner, edited));
}

/** Stores the running task, whose end is shown in a toast. */
export function saveFollowedTask(flow: FlowId, taskId: string): void {
  writeLocalStorage(taskKey(flow), taskId);
}

/** Whether `taskId` is the stored task; removes it, so that its toast is shown once. */
export function takeFollowedTask(flow: FlowId, taskId: string): boolean {
  if (readLocalStorage(taskKey(flow)) !== taskId) return false;
  removeFromLocalStorage(taskKey(flow));
  return true;
}

/** "Start over": removes the unsent input and everything else of the work. */
export function clearWork(owner: Owner): void {
  clearUnsentInput(owner);
  for (const edited of ["script", "voices"] as const) clearEdits(owner, edited);
  clearUnsavedText(owner);
  removeFromLocalStorage(taskKey(owner.flow));
}

/** Keeps the speed at which previews are played on this device. */
export function savePlaybackRate(rate: number): void {
  writeLocalStorage(rateKey, String(rate));
}

/** The stored speed if it is one of `rates`, else 1. */
export function loadPlaybackRate(rates: readonly number[]): number {
  const rate = Number(readLocalStorage(rateKey));
  return rates.includes(rate) ? rate : 1;
}

/** Notes the preview that was published last: pages that a browser brings back from before do not offer it again. */
export function savePublishedPreview(previewFilename: string): void {
  writeLocalStorage(publishedKey, previewFilename);
}

/** Whether this preview is the one that was published last on this device. */
export function wasPublished(previewFilename: string): boolean {
  return readLocalStorage(publishedKey) === previewFilename;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
