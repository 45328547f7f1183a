import { forget, keep, recall } from "#app/lib/device-memory.ts";

const wishKey = "push";
const sessionKey = "push-session";

/**
 * What somebody wants on this device: push messages, and of which session they were. `local`: there is no way to a push
 * service, and an open page tells instead (spec 1 §8).
 */
export interface PushWish {
  how: "push" | "local";
  session: string;
}

/** Null where nothing is wanted. */
export function recallPushWish(): PushWish | null {
  const how = recall(wishKey);
  if (how !== "push" && how !== "local") return null;
  return { how, session: recall(sessionKey) ?? "" };
}

export function rememberPushWish({ how, session }: PushWish): void {
  keep(wishKey, how);
  keep(sessionKey, session);
}

export function forgetPushWish(): void {
  forget(wishKey);
  forget(sessionKey);
}
