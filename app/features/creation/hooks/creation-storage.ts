import { normalizeText } from "#app/lib/characters.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { FlowId } from "../creation.ts";

/**
 * The creation pages' localStorage. The server's rows hold the work; without storage (private mode, full disk) only these are
 * missing.
 *
 * - `creation-state:{flow}:{user}`: unsent input, for 24 h; removed when sent or started over.
 * - `creation-state:{flow}:{user}:script`, `…:voices`: unsaved edits, for 24 h, while the script is the one that was edited.
 * - `creation-state:{flow}:{user}:publish`: the title typed on the last step, for 24 h, while the preview has the same title.
 * - `creation-state:{flow}:{user}:unsaved`: what was typed into a script replaced meanwhile, as text, for 24 h.
 * - `user-task-v1-id`, `user-task-v2-id`: the task seen running here; its end shows a toast once.
 * - `creation-playback-rate`: of the preview's player.
 * - `published-preview`: file name of the last published preview, so that a page from the browser's history does not offer it
 *   again.
 */

const inputLifetimeMs = dayMs;

interface UnsentInput {
  inputText: string;
  title: string;
  speakingRate: number;
  style: ReadonlyMap<string, string>;
}

export interface Owner {
  flow: FlowId;
  viewerId: string;
}

export type EditedForm = "script" | "voices" | "publish";

const inputKey = ({ flow, viewerId }: Owner) => `creation-state:${flow}:${viewerId}`;
const unsavedKey = (owner: Owner) => `${inputKey(owner)}:unsaved`;
const editsKey = (owner: Owner, edited: EditedForm) => `${inputKey(owner)}:${edited}`;
const taskKey = (flow: FlowId) => `user-task-${flow}-id`;
const rateKey = "creation-playback-rate";
const publishedKey = "published-preview";

/** Keeps unsent input on the device for 24 hours. */
export function saveUnsentInput(owner: Owner, input: UnsentInput, now: number = Date.now()): void {
  const stored = { ...input, style: [...input.style], savedAt: now };
  writeLocalStorage(inputKey(owner), JSON.stringify(stored));
}

/** The kept input; null if it is invalid, missing, or older than 24 h. */
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

/** Removes the input only if its text is what was sent: another page's typing stays. */
export function clearSentInput(owner: Owner, sentText: string): void {
  const stored = loadUnsentInput(owner);
  if (stored && normalizeText(stored.inputText) === normalizeText(sentText)) clearUnsentInput(owner);
}

export function clearUnsentInput(owner: Owner): void {
  removeFromLocalStorage(inputKey(owner));
}

/** Keeps changes of a form: `fields` as it would post them; `of`: what it is about, as saved. */
export function saveEdits(
  owner: Owner,
  edited: EditedForm,
  edits: { of: string; fields: readonly (readonly [name: string, value: string])[] },
  now: number = Date.now(),
): void {
  writeLocalStorage(editsKey(owner, edited), JSON.stringify({ ...edits, savedAt: now }));
}

/** Unsaved changes, with whether they are of `of`; null for none, and after 24 h, when they are removed. */
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

/** Adds text that can no longer be saved. */
export function addUnsavedText(owner: Owner, text: string, now: number = Date.now()): void {
  const texts = [loadUnsavedText(owner, now), text].filter(Boolean).join("\n\n");
  writeLocalStorage(unsavedKey(owner), JSON.stringify({ text: texts, savedAt: now }));
}

/** All kept texts; empty for none, and 24 h after the last. */
export function loadUnsavedText(owner: Owner, now: number = Date.now()): string {
  const stored = parse(readLocalStorage(unsavedKey(owner)));
  if (typeof stored !== "object" || stored === null) return "";
  const savedAt = "savedAt" in stored && typeof stored.savedAt === "number" ? stored.savedAt : 0;
  const isText = "text" in stored && typeof stored.text === "string";
  if (isText && now - savedAt <= inputLifetimeMs) return String(stored.text);
  clearUnsavedText(owner);
  return "";
}

export function clearUnsavedText(owner: Owner): void {
  removeFromLocalStorage(unsavedKey(owner));
}

function toFields(stored: unknown): Map<string, string> {
  return new Map(
    (Array.isArray(stored) ? stored : []).flatMap((field: unknown) => {
      const [name, value]: unknown[] = Array.isArray(field) ? field : [];
      return typeof name === "string" && typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}

export function clearEdits(owner: Owner, edited: EditedForm): void {
  removeFromLocalStorage(editsKey(owner, edited));
}

/** Its end shows a toast. */
export function saveFollowedTask(flow: FlowId, taskId: string): void {
  writeLocalStorage(taskKey(flow), taskId);
}

/** Removes it, so that its toast is shown once. */
export function takeFollowedTask(flow: FlowId, taskId: string): boolean {
  if (readLocalStorage(taskKey(flow)) !== taskId) return false;
  removeFromLocalStorage(taskKey(flow));
  return true;
}

/** Removes everything of the work. */
export function clearWork(owner: Owner): void {
  clearUnsentInput(owner);
  for (const edited of ["script", "voices", "publish"] as const) clearEdits(owner, edited);
  clearUnsavedText(owner);
  removeFromLocalStorage(taskKey(owner.flow));
}

export function savePlaybackRate(rate: number): void {
  writeLocalStorage(rateKey, String(rate));
}

/** The stored speed if in `rates`, else 1. */
export function loadPlaybackRate(rates: readonly number[]): number {
  const rate = Number(readLocalStorage(rateKey));
  return rates.includes(rate) ? rate : 1;
}

/** Pages from the browser's history must not offer it again. */
export function savePublishedPreview(previewFilename: string): void {
  writeLocalStorage(publishedKey, previewFilename);
}

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
