import { expect, test, vi } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import * as pubsub from "#db/pubsub.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { markAllNotificationsRead } from "../../server/mark-notifications-read.server.ts";
import { notify } from "../../server/notify.server.ts";
import { openUnreadStream } from "./unread-stream.server.ts";

/** The unsubscribe functions of open subscriptions. */
const subscriptions = new Set<() => void>();

const counted =
  (subscribe: typeof pubsub.subscribeToUnreadChanges) => (userId: string, listener: () => void) => {
    const unsubscribe = subscribe(userId, listener);
    subscriptions.add(unsubscribe);
    return () => {
      subscriptions.delete(unsubscribe);
      unsubscribe();
    };
  };
const { subscribeToUnreadChanges, subscribeToSessionsEnded } = pubsub;
vi.spyOn(pubsub, "subscribeToUnreadChanges").mockImplementation(counted(subscribeToUnreadChanges));
vi.spyOn(pubsub, "subscribeToSessionsEnded").mockImplementation(counted(subscribeToSessionsEnded));

withDatabase();

const follow = async (userId: string) => {
  const { id: actorId } = await addMember();
  await write((tx) => notify(tx, { userId, event: { type: "follow", actorId } }));
};

/** The data of the events of a stream, in turn; null at its end. */
function eventsOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return null;
        const data = /^data: (.*)$/m.exec(decoder.decode(value))?.[1];
        if (data) return JSON.parse(data);
      }
    },
    cancel: () => reader.cancel(),
  };
}

test("the count is sent at once, and after each change", async () => {
  const { id: userId } = await addMember();
  const signal = new AbortController().signal;
  const events = eventsOf(openUnreadStream({ userId, isSignedIn: async () => true, signal }));
  expect(await events.next()).toEqual({ count: 0 });
  await follow(userId);
  expect(await events.next()).toEqual({ count: 1 });
  // Simultaneous changes may be sent as one.
  await Promise.all([follow(userId), follow(userId)]);
  await expect.poll(() => events.next()).toEqual({ count: 3 });
  await markAllNotificationsRead({ viewer: { id: userId } });
  expect(await events.next()).toEqual({ count: 0 });
  await events.cancel();
});

test("a count that was sent before is sent again after a change: the page may have marked one read itself", async () => {
  const { id: userId } = await addMember();
  const { signal } = new AbortController();
  const events = eventsOf(openUnreadStream({ userId, isSignedIn: async () => true, signal }));
  await follow(userId);
  while (JSON.stringify(await events.next()) !== '{"count":1}');
  // Both within the time between two counts, unless the machine is busy.
  await markAllNotificationsRead({ viewer: { id: userId } });
  await follow(userId);
  while (JSON.stringify(await events.next()) !== '{"count":1}');
  await events.cancel();
});

test("it ends with the session, before another count is sent, and with the connection", async () => {
  const { id: userId } = await addMember();
  let isSignedIn = true;
  const leaving = new AbortController();
  const stream = () =>
    eventsOf(openUnreadStream({ userId, isSignedIn: async () => isSignedIn, signal: leaving.signal }));
  const [one, other] = [stream(), stream()];
  expect([await one.next(), await other.next()]).toEqual([{ count: 0 }, { count: 0 }]);
  leaving.abort();
  expect(await other.next()).toBeNull();
  expect(await one.next()).toBeNull();

  const last = eventsOf(
    openUnreadStream({ userId, isSignedIn: async () => isSignedIn, signal: new AbortController().signal }),
  );
  expect(await last.next()).toEqual({ count: 0 });
  isSignedIn = false;
  await follow(userId);
  expect(await last.next()).toBeNull();

  isSignedIn = true;
  const open = eventsOf(
    openUnreadStream({ userId, isSignedIn: async () => isSignedIn, signal: new AbortController().signal }),
  );
  expect(await open.next()).toEqual({ count: 1 });
  isSignedIn = false;
  await pubsub.publishSessionsEnded(userId);
  expect(await open.next()).toBeNull();
});

test("a member can open eight streams, and a ninth after one has ended", async () => {
  const { id: userId } = await addMember();
  const open = () => {
    const leaving = new AbortController();
    const events = eventsOf(
      openUnreadStream({ userId, isSignedIn: async () => true, signal: leaving.signal }),
    );
    return { events, leave: () => leaving.abort() };
  };
  const streams = Array.from({ length: 8 }, open);
  for (const { events } of streams) expect(await events.next()).toEqual({ count: 0 });
  expect(open).toThrow(LimitReached);
  streams[0]?.leave();
  expect(await streams[0]?.events.next()).toBeNull();
  const ninth = open();
  expect(await ninth.events.next()).toEqual({ count: 0 });
  await ninth.events.cancel();
  for (const { leave } of streams) leave();
});

test("an aborted stream that was never read is not counted, and is unsubscribed", async () => {
  const { id: userId } = await addMember();
  const open = (signal: AbortSignal) => openUnreadStream({ userId, isSignedIn: async () => true, signal });
  const never = new AbortController().signal;
  const before = subscriptions.size;

  const leaving = new AbortController();
  const unread = Array.from({ length: 8 }, () => open(leaving.signal));
  // Each stream has produced its first event, which is never read.
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => open(never)).toThrow(LimitReached);
  leaving.abort();
  expect(subscriptions.size).toBe(before);

  // Nor are streams counted that were aborted before, or are cancelled at once.
  for (let n = 0; n < 9; n++) expect(await eventsOf(open(AbortSignal.abort())).next()).toBeNull();
  for (let n = 0; n < 9; n++) await open(never).cancel();
  expect(subscriptions.size).toBe(before);

  const eight = Array.from({ length: 8 }, () => eventsOf(open(never)));
  for (const events of eight) expect(await events.next()).toEqual({ count: 0 });
  for (const events of eight) await events.cancel();
  expect(await eventsOf(unread[0] ?? open(never)).next()).toBeNull();
  expect(subscriptions.size).toBe(before);
});

test("a stream that fails is not counted", async () => {
  const { id: userId } = await addMember();
  const isSignedIn = () => Promise.reject(new Error("no database"));
  const signal = new AbortController().signal;
  for (let n = 0; n < 9; n++)
    await expect(eventsOf(openUnreadStream({ userId, isSignedIn, signal })).next()).rejects.toThrow(
      "no database",
    );
  expect(subscriptions.size).toBe(0);
});
