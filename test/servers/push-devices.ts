import { afterAll, beforeAll } from "vitest";
import { environment } from "#app/config/environment.ts";
import { sessionIdOfToken, startSession } from "#app/features/accounts/sessions/session.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { subscribeSchema } from "#app/features/push/push.schema.ts";
import { subscribeToPush } from "#app/features/push/server/push-devices.server.ts";
import { write } from "#db/client.ts";
import { type PushService, type SubscribedBrowser, startPushService } from "./push-service.ts";

export let service: PushService;

/** Starts a push service for the tests of a file, to which this process may send. */
export function withPushService(): void {
  beforeAll(async () => {
    service = await startPushService();
    allowPushService(service);
  });
  afterAll(() => service.close());
}

/** Lets this process send to it, as the setting would. */
export function allowPushService({ origin }: PushService): void {
  environment().PUSH_SERVICES.push(origin);
}

/** A browser on which the member is signed in, and that gets the member's push messages. */
export async function addPushDevice(o: {
  viewer: { id: string };
  now?: Date;
}): Promise<SubscribedBrowser & { token: string; sessionId: string }> {
  const { viewer, now = new Date() } = o;
  const browser = service.subscribe();
  const token = await startSession({ userId: viewer.id, deviceInfo: "Firefox/1 Android" });
  const sessionId = sessionIdOfToken(token);
  const subscription = subscribeSchema.parse(browser.subscription);
  await subscribeToPush({ viewer, sessionId, subscription, now });
  return Object.assign(browser, { token, sessionId });
}

/** The member is told of a like. */
export const notifyOfLike = (o: {
  userId: string;
  actorId: string;
  trackId: number;
  now?: Date;
}): Promise<void> =>
  write((tx) =>
    notify(tx, {
      userId: o.userId,
      event: { type: "like", actorId: o.actorId, trackId: o.trackId },
      ...(o.now ? { now: o.now } : {}),
    }),
  );
