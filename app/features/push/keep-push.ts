import { pushObstacle } from "./push-obstacle.ts";
import { recallPushWish } from "./push-wish.ts";

/** Sees to push messages on a device that wants them, when a page has come to rest. Never rejects. */
export async function keepPush(): Promise<void> {
  if (pushObstacle() || !recallPushWish()) return;
  // Without a network the next page sees to it.
  await import("./sync-push.ts").then(({ syncPush }) => syncPush()).catch(() => undefined);
}
