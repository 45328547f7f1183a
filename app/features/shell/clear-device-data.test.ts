import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDeviceData } from "./clear-device-data.ts";

/** Its own keys are what is stored, as those of a browser's. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let storage: FakeStorage;
let visit: FakeStorage;
let cached: Set<string>;
let emptied: string[];
let isSubscribed: boolean;

beforeEach(() => {
  storage = new FakeStorage();
  visit = new FakeStorage();
  for (const key of [
    "device-owner",
    "queue",
    "recent-searches",
    "playback-rate",
    "pending-like",
    "creation-state:v2:moon",
    "push",
    "push-session",
    "push-endpoint",
    "push-owner",
  ])
    storage.setItem(key, "moon");
  for (const key of ["installed-app", "history"]) visit.setItem(key, "1");
  cached = new Set(["shell-1", "kept-audio"]);
  emptied = [];
  isSubscribed = true;
  const unsubscribe = async () => {
    isSubscribed = false;
  };
  const registration = {
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", visit);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal("caches", {
    keys: async () => [...cached],
    delete: async (name: string) => cached.delete(name),
  });
  vi.stubGlobal("indexedDB", {
    databases: async () => [{ name: "downloads" }],
    open: openFake,
  });
});
afterEach(() => vi.unstubAllGlobals());

function openFake() {
  const emptying = { objectStore: (name: string) => ({ clear: () => emptied.push(name) }), oncomplete() {} };
  const result = {
    objectStoreNames: ["tracks"],
    transaction: () => emptying,
    close: () => queueMicrotask(() => emptying.oncomplete()),
  };
  const opening = { result, onsuccess() {} };
  queueMicrotask(() => opening.onsuccess());
  return opening;
}

const left = () => ({
  keys: Object.keys(storage).sort(),
  visit: Object.keys(visit),
  caches: [...cached],
  emptied,
  isSubscribed,
});
const nothing = { visit: ["installed-app"], caches: ["shell-1"], emptied: ["tracks"] };

test("where a session has ended elsewhere, unsent text and the choice of push wait for its member", async () => {
  await clearDeviceData(null);
  const keys = [
    "creation-state:v2:moon",
    "pending-like",
    "playback-rate",
    "push",
    "push-owner",
    "push-session",
  ];
  expect(left()).toEqual({ ...nothing, keys, isSubscribed: false });
});

test("a log-out on a browser that gets an operator's messages leaves them, and nothing of the member", async () => {
  storage.setItem("push-operator", "on");
  await clearDeviceData(null);
  const keys = ["pending-like", "playback-rate", "push-operator"];
  expect(left()).toEqual({ ...nothing, keys, isSubscribed: true });
});

test("until all is cleared, the next page knows that something is left", async () => {
  const clearing = clearDeviceData(null);
  expect(storage.getItem("device-owner")).toBe("moon");
  await clearing;
  expect(storage.getItem("device-owner")).toBeNull();
});
