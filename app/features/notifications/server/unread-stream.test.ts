import { expect, test, vi } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { notifySessions } from "#db/notify.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { notify } from "./notify.server.ts";
import { readAll } from "./read-all.server.ts";
import { openUnreadStream } from "./unread-stream.server.ts";

/** Who listens for changes, by what each stops. */
const listening = vi.hoisted(() => new Set<() => void>());

vi.mock("#db/notify.ts", async (original) => {
  const real = await original<typeof import("#db/notify.ts")>();
  const counted = (watch: typeof real.watchUnread) => (userId: string, moved: () => void) => {
    const stop = watch(userId, moved);
    listening.add(stop);
    return () => {
      listening.delete(stop);
      stop();
    };
  };
  return { ...real, watchUnread: counted(real.watchUnread), watchSessions: counted(real.watchSessions) };
});

withDatabase();

const follow = async (userId: string) => {
  const { id: actorId } = await addMember();
  await write((tx) => notify(tx, { userId, happening: { type: "follow", actorId } }));
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

test("the count is told at once, and whenever it has changed", async () => {
  const { id: userId } = await addMember();
  const signal = new AbortController().signal;
  const events = eventsOf(openUnreadStream({ userId, isIn: async () => true, signal }));
  expect(await events.next()).toEqual({ count: 0 });
  await follow(userId);
  expect(await events.next()).toEqual({ count: 1 });
  // As one: whoever hears of it asks for what there is then.
  await Promise.all([follow(userId), follow(userId)]);
  await expect.poll(() => events.next()).toEqual({ count: 3 });
  await readAll({ viewer: { id: userId } });
  expect(await events.next()).toEqual({ count: 0 });
  await events.cancel();
});

test("it ends with the session, before anything more is told, and with the connection", async () => {
  const { id: userId } = await addMember();
  let isIn = true;
  const leaving = new AbortController();
  const stream = () => eventsOf(openUnreadStream({ userId, isIn: async () => isIn, signal: leaving.signal }));
  const [one, other] = [stream(), stream()];
  expect([await one.next(), await other.next()]).toEqual([{ count: 0 }, { count: 0 }]);
  leaving.abort();
  expect(await other.next()).toBeNull();
  expect(await one.next()).toBeNull();

  const last = eventsOf(
    openUnreadStream({ userId, isIn: async () => isIn, signal: new AbortController().signal }),
  );
  expect(await last.next()).toEqual({ count: 0 });
  isIn = false;
  await follow(userId);
  expect(await last.next()).toBeNull();

  isIn = true;
  const told = eventsOf(
    openUnreadStream({ userId, isIn: async () => isIn, signal: new AbortController().signal }),
  );
  expect(await told.next()).toEqual({ count: 1 });
  isIn = false;
  await notifySessions(userId);
  expect(await told.next()).toBeNull();
});

test("a member listens on eight devices, and on a ninth when one has gone", async () => {
  const { id: userId } = await addMember();
  const open = () => {
    const leaving = new AbortController();
    const events = eventsOf(openUnreadStream({ userId, isIn: async () => true, signal: leaving.signal }));
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

test("whoever leaves before anything is read holds no place, and is listened for no more", async () => {
  const { id: userId } = await addMember();
  const open = (signal: AbortSignal) => openUnreadStream({ userId, isIn: async () => true, signal });
  const never = new AbortController().signal;
  const before = listening.size;

  const leaving = new AbortController();
  const unread = Array.from({ length: 8 }, () => open(leaving.signal));
  // Each has made its first event, for which nobody asks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => open(never)).toThrow(LimitReached);
  leaving.abort();
  expect(listening.size).toBe(before);

  // Nor does who has left already, or gives up at once.
  for (let n = 0; n < 9; n++) expect(await eventsOf(open(AbortSignal.abort())).next()).toBeNull();
  for (let n = 0; n < 9; n++) await open(never).cancel();
  expect(listening.size).toBe(before);

  const eight = Array.from({ length: 8 }, () => eventsOf(open(never)));
  for (const events of eight) expect(await events.next()).toEqual({ count: 0 });
  for (const events of eight) await events.cancel();
  expect(await eventsOf(unread[0] ?? open(never)).next()).toBeNull();
  expect(listening.size).toBe(before);
});

test("a stream that fails holds no place", async () => {
  const { id: userId } = await addMember();
  const isIn = () => Promise.reject(new Error("no database"));
  const signal = new AbortController().signal;
  for (let n = 0; n < 9; n++)
    await expect(eventsOf(openUnreadStream({ userId, isIn, signal })).next()).rejects.toThrow("no database");
  expect(listening.size).toBe(0);
});
