import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Queue = typeof import("./queued-likes.ts");
type Store = typeof import("./like-store.ts");
let queue: Queue;
let likeStore: Store["likeStore"];
let kept: Map<string, string>;
let asked: string[];
/** Statuses of the next answers; 0 for none. */
let answers: number[];

/** A new page on the same device. */
async function openPage() {
  vi.resetModules();
  queue = await import("./queued-likes.ts");
  ({ likeStore } = await import("./like-store.ts"));
}

beforeEach(async () => {
  kept = new Map([
    ["device-owner", "kanade"],
    ["premium-until", String(Date.now() + 3_600_000)],
  ]);
  asked = [];
  answers = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const status = answers.shift() ?? 200;
    if (status === 0) throw new TypeError("Failed to fetch");
    return Response.json({ isLiked: method === "POST", likeCount: 9 }, { status });
  });
  await openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A like of a track with 3, or its end. */
const like = (id: number, isLiked = true) => ({
  track: { id, likeCount: 3 },
  isLiked,
  wasLiked: undefined,
});
const shown = (trackId: number) => likeStore(trackId).get().confirmed?.state;

test("a queued like is shown, survives a reload, and is sent once: the last of a track", async () => {
  queue.queueLike(like(7));
  queue.queueLike(like(8));
  queue.queueLike(like(8, false));
  expect(shown(7)).toEqual({ isOn: true, count: 4 });
  await openPage();
  expect(shown(7)).toBeUndefined();
  queue.showQueuedLikes();
  expect(shown(7)).toEqual({ isOn: true, count: 4 });
  expect(shown(8)).toEqual({ isOn: false, count: 3 });
  expect(await Promise.all([queue.sendQueuedLikes("kanade"), queue.sendQueuedLikes("kanade")])).toEqual([
    2, 2,
  ]);
  expect(asked).toEqual(["POST /api/likes/7", "DELETE /api/likes/8"]);
  expect(shown(7)).toEqual({ isOn: true, count: 9 });
  expect(kept.has("queued-likes")).toBe(false);
  expect(await queue.sendQueuedLikes("kanade")).toBe(0);
});

test.each([0, 401, 429, 503])("after %s the rest waits", async (status) => {
  queue.queueLike(like(7));
  queue.queueLike(like(8));
  answers = [status];
  expect(await queue.sendQueuedLikes("kanade")).toBe(0);
  expect(asked).toHaveLength(1);
  expect(shown(7)).toEqual({ isOn: true, count: 4 });
  expect(await queue.sendQueuedLikes("kanade")).toBe(2);
});

test("the like of a track that is gone is dropped, and no longer shown", async () => {
  queue.queueLike(like(7));
  queue.queueLike(like(8));
  answers = [404];
  expect(await queue.sendQueuedLikes("kanade")).toBe(2);
  expect(shown(7)).toBeUndefined();
  expect(shown(8)).toEqual({ isOn: true, count: 9 });
});

test("what the member has changed on the page since is not undone", async () => {
  queue.queueLike(like(7));
  likeStore(7).set({ confirmed: { state: { isOn: false, count: 3 }, at: 100 } });
  await queue.sendQueuedLikes("kanade");
  expect(asked).toEqual([]);
  expect(kept.has("queued-likes")).toBe(false);
});

test("nobody sends another member's likes", async () => {
  queue.queueLike(like(7));
  expect(await queue.sendQueuedLikes("hibiki")).toBe(0);
  expect(asked).toEqual([]);
  expect(kept.has("queued-likes")).toBe(false);
});

test.each([
  ["without premium", "premium-until"],
  ["without a member", "device-owner"],
])("%s nothing is queued", (_, missing) => {
  kept.delete(missing);
  queue.queueLike(like(7));
  expect(shown(7)).toBeUndefined();
  expect(kept.has("queued-likes")).toBe(false);
});

test("a stored value of another shape is no like", async () => {
  for (const stored of ["{", "null", '{"owner":"kanade","likes":[null,{"trackId":"7"}]}']) {
    kept.set("queued-likes", stored);
    expect(await queue.sendQueuedLikes("kanade")).toBe(0);
  }
  expect(asked).toEqual([]);
});
