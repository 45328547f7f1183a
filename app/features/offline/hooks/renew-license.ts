import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { licenseProblem } from "../offline.ts";
import { deleteDownloads, listDownloadedIds, readLicense, writeLicense } from "./download-cache.ts";

/** Age after which the license is renewed, well before it expires. */
const renewAfterMs = dayMs;
const maxIdsPerCall = 1000;

/**
 * Asks the server until when downloads may be played, and deletes those that their author has hidden or deleted. Changes
 * nothing when the server is out of reach or refuses. `now`: epoch ms.
 */
export async function renewLicense(now: number = Date.now()): Promise<void> {
  const ids = await listDownloadedIds();
  let validUntil: number | null = null;
  const unavailable: number[] = [];
  for (let from = 0; from === 0 || from < ids.length; from += maxIdsPerCall) {
    const trackIds = ids.slice(from, from + maxIdsPerCall);
    const { ok, status, body } = await fetchJson("POST", "/api/offline/check", { json: { trackIds } });
    // When signed out, the next account to sign in clears the device (`shell.tsx`).
    if (!ok || status !== 200) return;
    const answer = asRecord(body);
    const { available } = answer;
    if (!Array.isArray(available)) return;
    unavailable.push(...trackIds.filter((id) => !available.includes(id)));
    validUntil = typeof answer.validUntil === "string" ? Date.parse(answer.validUntil) : null;
  }
  await writeLicense({ checkedAt: now, validUntil });
  if (unavailable.length > 0) await deleteDownloads(unavailable);
}

/** Renews the license if there are downloads and it is a day old or does not allow playing. Never rejects. */
async function renewLicenseWhenDue(): Promise<void> {
  const now = Date.now();
  try {
    if ((await listDownloadedIds()).length === 0) return;
    const license = await readLicense();
    if (!license || now - license.checkedAt > renewAfterMs || licenseProblem(license, now))
      await renewLicense(now);
  } catch {
    // No Cache Storage (a private window).
  }
}

/** Renews the license when due: now, and for the life of the page whenever it comes online or becomes visible. */
export function startLicenseRenewal(): void {
  const check = () => void renewLicenseWhenDue();
  check();
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());
}
