import { expect, test, vi } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { markAllNotificationsRead } from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { countUnread } from "#app/features/notifications/unread/count-unread.server.ts";
import { write } from "#db/client.ts";
import * as pubsub from "#db/pubsub.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { openEventStream } from "./event-stream.server.ts";
import { publishChange, publishSessionsEnded, publishTaskChange } from "./publish.server.ts";

/** The unsubscribe functions of open subscriptions. */
const subscriptions = new Set<() => void>();
const { subscribe } = pubsub;
vi.spyOn(pubsub, "subscribe").mockImplementation((name, listener) => {
  const unsubscribe = subscribe(name, listener);
  subscriptions.add(unsubscribe);
  return () => {
    subscriptions.delete(unsubscribe);
    unsubscribe();
  };
});

withDatabase();

const follow = async (userId: string) => {
  const { id: actorId } = await addMember();
  await write((tx) => notify(tx, { userId, event: { type: "follow", actorId } }));
};

const never = new AbortController().signal;

/** A member's stream, as the call opens it. */
const open = (userId: string, o: { isSignedIn?: () => Promise<boolean>; signal?: AbortSignal } = {}) =>
  openEventStream({
    userId,
    adminId: null,
    isSignedIn: async () => true,
    countUnread,
    signal: never,
    ...o,
  });

interface StreamEvent {
  name: string;
  data: unknown;
}

/** The events of a stream, in turn: all of them, or the data of those with one name; null at its end. */
function eventsOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let waiting: StreamEvent[] = [];
  const nextEvent = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const [event, ...rest] = waiting;
      waiting = rest;
      if (event) return event;
      const { done, value } = await reader.read();
      if (done) return null;
      waiting = decoder
        .decode(value)
        .split("\n\n")
        .map((block) => ({
          name: /^event: ?(.*)$/m.exec(block)?.[1] ?? "message",
          data: JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? "null"),
        }))
        .filter(({ data }) => data !== null);
    }
  };
  const nextOf = async (name: string): Promise<unknown> => {
    for (;;) {
      const event = await nextEvent();
      if (!event) return null;
      if (event.name === name) return event.data;
    }
  };
  return { nextEvent, nextOf, next: () => nextOf("message"), cancel: () => reader.cancel() };
}

test("the count is sent at once, and after each change", async () => {
  const { id: userId } = await addMember();
  const events = eventsOf(open(userId));
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
  const events = eventsOf(open(userId));
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
  const stream = () => eventsOf(open(userId, { isSignedIn: async () => isSignedIn, signal: leaving.signal }));
  const [one, other] = [stream(), stream()];
  expect([await one.next(), await other.next()]).toEqual([{ count: 0 }, { count: 0 }]);
  leaving.abort();
  expect(await other.next()).toBeNull();
  expect(await one.next()).toBeNull();

  const last = eventsOf(open(userId, { isSignedIn: async () => isSignedIn }));
  expect(await last.next()).toEqual({ count: 0 });
  isSignedIn = false;
  await follow(userId);
  expect(await last.next()).toBeNull();

  isSignedIn = true;
  const live = eventsOf(open(userId, { isSignedIn: async () => isSignedIn }));
  expect(await live.next()).toEqual({ count: 1 });
  isSignedIn = false;
  await publishSessionsEnded(userId);
  expect(await live.next()).toBeNull();
});

test("a member can open eight streams, and a ninth after one has ended", async () => {
  const { id: userId } = await addMember();
  const openOne = () => {
    const leaving = new AbortController();
    const events = eventsOf(open(userId, { signal: leaving.signal }));
    return { events, leave: () => leaving.abort() };
  };
  const streams = Array.from({ length: 8 }, openOne);
  for (const { events } of streams) expect(await events.next()).toEqual({ count: 0 });
  expect(openOne).toThrow(LimitReached);
  streams[0]?.leave();
  expect(await streams[0]?.events.next()).toBeNull();
  const ninth = openOne();
  expect(await ninth.events.next()).toEqual({ count: 0 });
  await ninth.events.cancel();
  for (const { leave } of streams) leave();
});

test("an aborted stream that was never read is not counted, and is unsubscribed", async () => {
  const { id: userId } = await addMember();
  const before = subscriptions.size;

  const leaving = new AbortController();
  const unread = Array.from({ length: 8 }, () => open(userId, { signal: leaving.signal }));
  // Each stream has produced its first event, which is never read.
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => open(userId)).toThrow(LimitReached);
  leaving.abort();
  expect(subscriptions.size).toBe(before);

  // Nor are streams counted that were aborted before, or are cancelled at once.
  for (let n = 0; n < 9; n++)
    expect(await eventsOf(open(userId, { signal: AbortSignal.abort() })).next()).toBeNull();
  for (let n = 0; n < 9; n++) await open(userId).cancel();
  expect(subscriptions.size).toBe(before);

  const eight = Array.from({ length: 8 }, () => eventsOf(open(userId)));
  for (const events of eight) expect(await events.next()).toEqual({ count: 0 });
  for (const events of eight) await events.cancel();
  expect(await eventsOf(unread[0] ?? open(userId)).next()).toBeNull();
  expect(subscriptions.size).toBe(before);
});

test("a stream that fails is not counted", async () => {
  const { id: userId } = await addMember();
  const isSignedIn = () => Promise.reject(new Error("no database"));
  for (let n = 0; n < 9; n++)
    await expect(eventsOf(open(userId, { isSignedIn })).next()).rejects.toThrow("no database");
  expect(subscriptions.size).toBe(0);
});

test("at once everything is told that may be watched: a member their own, the console its own, and what changes goes to no other", async () => {
  const [{ id: userId }, { id: otherId }] = [await addMember(), await addMember()];
  const openAs = (person: { userId: string | null; adminId: string | null }) =>
    eventsOf(openEventStream({ ...person, isSignedIn: async () => true, countUnread, signal: never }));
  const member = openAs({ userId, adminId: null });
  const other = openAs({ userId: otherId, adminId: null });
  const admin = openAs({ userId: null, adminId: "a" });
  const both = openAs({ userId, adminId: "b" });
  const first = async (events: ReturnType<typeof eventsOf>, count: number) => {
    const told: (StreamEvent | null)[] = [];
    while (told.length < count) told.push(await events.nextEvent());
    return told;
  };
  const unread = { name: "message", data: { count: 0 } };
  const own = ["tasks", "payments", "playback"];
  expect(await first(member, 3)).toEqual([
    unread,
    { name: "change", data: own },
    { name: "topics", data: ["unread", ...own] },
  ]);
  expect(await first(admin, 2)).toEqual([
    { name: "change", data: ["console"] },
    { name: "topics", data: ["console"] },
  ]);
  expect(await first(both, 3)).toEqual([
    unread,
    { name: "change", data: [...own, "console"] },
    { name: "topics", data: ["unread", ...own, "console"] },
  ]);
  await first(other, 3);

  await publishTaskChange({ id: "mine", userId });
  expect(await member.nextEvent()).toEqual({ name: "change", data: ["tasks"] });
  expect(await both.nextEvent()).toEqual({ name: "change", data: ["tasks"] });
  await publishTaskChange({ id: "of the console", userId: null });
  expect(await admin.nextEvent()).toEqual({ name: "change", data: ["console"] });
  expect(await both.nextEvent()).toEqual({ name: "change", data: ["console"] });
  // The first that the other member hears of is their own.
  await publishChange({ userId: otherId }, "payments");
  expect(await other.nextEvent()).toEqual({ name: "change", data: ["payments"] });
  for (const events of [member, other, admin, both]) await events.cancel();
});

test("changes at the same time are one event", async () => {
  const { id: userId } = await addMember();
  const events = eventsOf(open(userId));
  await events.nextOf("topics");
  await Promise.all(["1", "2", "3"].map((id) => publishTaskChange({ id, userId })));
  await publishChange({ userId }, "payments");
  const told: unknown[] = [];
  while (!told.flat().includes("payments")) told.push(await events.nextOf("change"));
  expect(told.length).toBeLessThan(4);
  expect(new Set(told.flat())).toEqual(new Set(["tasks", "payments"]));
  await events.cancel();
});
