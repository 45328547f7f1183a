import { describePause } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { type FlashKey, type FlashText, flashText } from "#app/features/site/flash.ts";

/** The key's text for a viewer, with what only the viewer's own data can say. */
export async function describeFlash(
  key: FlashKey | null,
  viewer: { id: string } | null,
): Promise<FlashText | null> {
  const text = flashText(key);
  if (key !== "premium-paused" || !text || !viewer) return text;
  return { ...text, description: await describePause({ userId: viewer.id }) };
}
