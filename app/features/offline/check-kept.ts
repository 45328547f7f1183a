import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { deleteKept, listKeptIds, readTerms, writeTerms } from "./kept-audio.ts";
import { lockOf } from "./lock-of.ts";

/** The server is asked again after this long, long before what is kept stops to play. */
const freshForMs = 24 * 60 * 60 * 1000;
/** As many as the call takes. */
const atOnce = 1000;

/**
 * Asks the server whether what this device keeps may still be played, and takes away what its poster has hidden or
 * deleted. Without an answer all stays as it was.
 */
export async function checkKept(now: number = Date.now()): Promise<void> {
  const ids = await listKeptIds();
  let validUntil: number | null = null;
  const gone: number[] = [];
  for (let from = 0; from === 0 || from < ids.length; from += atOnce) {
    const trackIds = ids.slice(from, from + atOnce);
    const { ok, status, body } = await askServer("POST", "/api/offline/check", { json: { trackIds } });
    // Signed out: whoever signs in next finds the device cleared (`shell/use-device-owner.ts`).
    if (!ok || status !== 200) return;
    const answer = asRecord(body);
    const { available } = answer;
    if (!Array.isArray(available)) return;
    gone.push(...trackIds.filter((id) => !available.includes(id)));
    validUntil = typeof answer.validUntil === "string" ? Date.parse(answer.validUntil) : null;
  }
  await writeTerms({ checkedAt: now, validUntil });
  if (gone.length > 0) await deleteKept(gone);
}

/** The same when something is kept, and the last time is a day ago or it does not play. Never rejects. */
export async function checkKeptInTime(now: number = Date.now()): Promise<void> {
  try {
    if ((await listKeptIds()).length === 0) return;
    const terms = await readTerms();
    if (!terms || now - terms.checkedAt > freshForMs || lockOf(terms, now)) await checkKept(now);
  } catch {
    // A browser that keeps nothing (a private window).
  }
}

/** Does so now, and for the life of the page when the network or its reader is back. */
export function keepChecked(): void {
  const check = () => void checkKeptInTime();
  check();
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());
}
