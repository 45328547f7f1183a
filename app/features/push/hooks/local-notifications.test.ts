import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { savePushPreference } from "./push-preference.ts";

let response: { status: number; count?: number };
const fetchMock = vi.fn(
  async () => new Response(JSON.stringify({ count: response.count }), { status: response.status }),
);
const shown = vi.fn(async (_title: string, _options: { body: string }) => undefined);
const registration: ServiceWorkerRegistration = Object.assign(Object.create(null), {
  showNotification: shown,
});

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  const storage = new Map<string, string>([["device-owner", "member"]]);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  });
  vi.stubGlobal("fetch", fetchMock);
  savePushPreference({ method: "local", session: "one", endpoint: "" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const halfMinutes = (count: number) => vi.advanceTimersByTimeAsync(count * 30_000);

test("an open page shows a notification when the count grows, also after failed requests", async () => {
  const { startLocalNotifications } = await import("./push-subscription.ts");
  response = { status: 200, count: 1 };
  startLocalNotifications(registration);
  await halfMinutes(1);
  response = { status: 503 };
  await halfMinutes(1);
  expect(shown).not.toHaveBeenCalled();
  response = { status: 200, count: 3 };
  await halfMinutes(2);
  expect(shown).toHaveBeenCalledOnce();
  expect(shown.mock.lastCall?.[1].body).toBe("未読の通知が3件あります。");
});

test.each([401, 403])("polling stops after a %i, until it is started again", async (status) => {
  const { startLocalNotifications } = await import("./push-subscription.ts");
  response = { status };
  startLocalNotifications(registration);
  await halfMinutes(10);
  expect(fetchMock).toHaveBeenCalledOnce();
  response = { status: 200, count: 1 };
  startLocalNotifications(registration);
  await halfMinutes(2);
  expect(fetchMock.mock.calls.length).toBeGreaterThan(2);
});
