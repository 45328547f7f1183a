import { afterAll, beforeAll } from "vitest";
import { environment } from "#app/config/environment.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { subscribeSchema } from "#app/features/push/push.schema.ts";
import { subscribeToPush } from "#app/features/push/server/push-devices.server.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { write } from "#db/client.ts";
import { type PushService, type SubscribedBrowser, startPushService } from "./push-service.ts";

export let service: PushService;

/** Starts a push service for this file, to which this process may send. */
export function withPushService(): void {
  beforeAll(async () => {
    service = await startPushService();
    allowPushService(service);
  });
  afterAll(() => service.close());
}

export function allowPushService({ origin }: PushService): void {
  environment().PUSH_SERVICES.push(origin);
}

/** Adds a browser of the member, which gets push messages. */
export async function addPushDevice(o: {
  viewer: { id: string };
  now?: Date;
}): Promise<SubscribedBrowser & { token: string; sessionId: string }> {
  const { viewer, now = new Date() } = o;
  const browser = service.subscribe();
  const token = await startSession({ userId: viewer.id, deviceInfo: "Firefox/1 Android" });
  const sessionId = hashToken(token);
  const subscription = subscribeSchema.parse(browser.subscription);
  await subscribeToPush({ viewer, sessionId, subscription, now });
  return Object.assign(browser, { token, sessionId });
}

/** Notifies the member. */
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
