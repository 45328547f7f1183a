import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberPushWish } from "./push-wish.ts";

let answer: { status: number; count?: number };
const ask = vi.fn(
  async () => new Response(JSON.stringify({ count: answer.count }), { status: answer.status }),
);
const shown = vi.fn(async (_title: string, _options: { body: string }) => undefined);
const registration: ServiceWorkerRegistration = Object.assign(Object.create(null), {
  showNotification: shown,
});

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  const kept = new Map<string, string>([["device-owner", "member"]]);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal("fetch", ask);
  rememberPushWish({ how: "local", session: "one", endpoint: "" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const halfMinutes = (count: number) => vi.advanceTimersByTimeAsync(count * 30_000);

test("an open page tells of what is new, through answers that fail", async () => {
  const { tellLocally } = await import("./local-notifications.ts");
  answer = { status: 200, count: 1 };
  tellLocally(registration);
  await halfMinutes(1);
  answer = { status: 503 };
  await halfMinutes(1);
  expect(shown).not.toHaveBeenCalled();
  answer = { status: 200, count: 3 };
  await halfMinutes(2);
  expect(shown).toHaveBeenCalledOnce();
  expect(shown.mock.lastCall?.[1].body).toBe("未読の通知が3件あります。");
});

test.each([401, 403])("after a %i nothing is asked any more, until it is wanted again", async (status) => {
  const { tellLocally } = await import("./local-notifications.ts");
  answer = { status };
  tellLocally(registration);
  await halfMinutes(10);
  expect(ask).toHaveBeenCalledOnce();
  answer = { status: 200, count: 1 };
  tellLocally(registration);
  await halfMinutes(2);
  expect(ask.mock.calls.length).toBeGreaterThan(2);
});
