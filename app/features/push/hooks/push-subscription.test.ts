import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPushPreference, savePushPreference } from "./push-preference.ts";
import { syncPush } from "./push-subscription.ts";

vi.mock("#app/features/site/register-service-worker.ts", () => ({
  registerServiceWorker: async () => ({ pushManager: browser.pushManager }),
}));

const [oldEndpoint, newEndpoint] = ["https://push.example/old", "https://push.example/new"];
const key = new Uint8Array(65);
const encoded = Buffer.from(key).toString("base64url");

/** A browser that has granted the permission. */
function fakeBrowser(endpoint: string | null) {
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint }),
    async unsubscribe() {
      fake.endpoint = null;
      return true;
    },
  });
  const fake = {
    endpoint,
    pushManager: {
      getSubscription: async () => (fake.endpoint === null ? null : subscription(fake.endpoint)),
      async subscribe() {
        fake.endpoint ??= newEndpoint;
        return subscription(fake.endpoint);
      },
    },
  };
  return fake;
}

/** The server: the endpoint registered for the session. */
const server = { endpoint: "" as string | null, session: "one" };
let browser = fakeBrowser(null);
const storage = new Map<string, string>();

const respond = (body: object) => new Response(JSON.stringify(body));
beforeEach(() => {
  const granted = { permission: "granted" };
  vi.stubGlobal("navigator", { serviceWorker: {}, userAgent: "", maxTouchPoints: 0 });
  vi.stubGlobal("window", { PushManager: {}, Notification: granted });
  vi.stubGlobal("Notification", granted);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  });
  vi.stubGlobal("fetch", async (path: string, { method, body }: { method: string; body: string | null }) => {
    if (path === "/api/push/vapid-key") return respond({ publicKey: encoded });
    if (method === "POST") server.endpoint = JSON.parse(body ?? "").endpoint;
    return respond(server);
  });
  storage.clear();
  storage.set("device-owner", "member");
  server.session = "one";
  savePushPreference({ method: "push", session: "one", endpoint: oldEndpoint });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["has changed its endpoint, and the server has removed the old one", newEndpoint, null],
  ["has changed its endpoint, and the server still has the old one", newEndpoint, oldEndpoint],
  ["has dropped its subscription, and the server has removed the old one", null, null],
  ["has dropped its subscription, and the server still has the old one", null, oldEndpoint],
])("a browser that %s is subscribed again", async (_name, endpoint, registered) => {
  browser = fakeBrowser(endpoint);
  server.endpoint = registered;
  expect(await syncPush()).toBe("on");
  expect(server.endpoint).toBe(newEndpoint);
  expect(browser.endpoint).toBe(newEndpoint);
  expect(readPushPreference()).toEqual({ method: "push", session: "one", endpoint: newEndpoint });
});

test("a subscription stopped from another device stays stopped", async () => {
  browser = fakeBrowser(oldEndpoint);
  server.endpoint = null;
  expect(await syncPush()).toBe("off");
  expect(server.endpoint).toBeNull();
  expect(browser.endpoint).toBeNull();
  expect(readPushPreference()).toBeNull();
});

test("an endpoint registered by the service worker can be stopped from another device, too", async () => {
  browser = fakeBrowser(newEndpoint);
  server.endpoint = newEndpoint;
  expect(await syncPush()).toBe("on");
  expect(readPushPreference()).toMatchObject({ endpoint: newEndpoint });
  server.endpoint = null;
  expect(await syncPush()).toBe("off");
  expect(browser.endpoint).toBeNull();
});

test("a new sign-in is subscribed again", async () => {
  browser = fakeBrowser(oldEndpoint);
  Object.assign(server, { endpoint: null, session: "two" });
  expect(await syncPush()).toBe("on");
  expect(server.endpoint).toBe(oldEndpoint);
  expect(readPushPreference()).toEqual({ method: "push", session: "two", endpoint: oldEndpoint });
});
