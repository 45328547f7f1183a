import { NotFound } from "#app/features/domain-error.ts";
import type { ConsentFlags } from "../consent.ts";
import { recordConsent } from "./record-consent.server.ts";

/**
 * Keeps what was answered on the banner of a browser and returns the name of its visit: `id`, or `newId` where `id`
 * belongs to a member who has left this browser since.
 */
export async function answerBanner(
  options: { viewer: { id: string } | null; id: string; newId: string } & ConsentFlags,
): Promise<string> {
  const { id, newId, ...answer } = options;
  try {
    await recordConsent({ ...answer, id });
    return id;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await recordConsent({ ...answer, id: newId });
    return newId;
  }
}
