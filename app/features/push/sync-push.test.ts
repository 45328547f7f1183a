import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recallPushWish, rememberPushWish } from "./push-wish.ts";
import { syncPush } from "./sync-push.ts";

vi.mock("../shell/register-worker.ts", () => ({
  registerWorker: async () => ({ pushManager: browser.pushManager }),
}));

const [old, next] = ["https://push.example/old", "https://push.example/new"];
const key = new Uint8Array(65);
const encoded = Buffer.from(key).toString("base64url");

/** The browser's side, which has granted the permission. */
function openBrowser(address: string | null) {
  const made = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint }),
    async unsubscribe() {
      opened.address = null;
      return true;
    },
  });
  const opened = {
    address,
    pushManager: {
      getSubscription: async () => (opened.address === null ? null : made(opened.address)),
      async subscribe() {
        opened.address ??= next;
        return made(opened.address);
      },
    },
  };
  return opened;
}

/** The site's side: which address it has for the browser of which session. */
const site = { endpoint: "" as string | null, session: "one" };
let browser = openBrowser(null);
const kept = new Map<string, string>();

const answer = (body: object) => new Response(JSON.stringify(body));
beforeEach(() => {
  const granted = { permission: "granted" };
  vi.stubGlobal("navigator", { serviceWorker: {}, userAgent: "", maxTouchPoints: 0 });
  vi.stubGlobal("window", { PushManager: {}, Notification: granted });
  vi.stubGlobal("Notification", granted);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal("fetch", async (path: string, { method, body }: { method: string; body: string | null }) => {
    if (path === "/api/push/vapid-key") return answer({ publicKey: encoded });
    if (method === "POST") site.endpoint = JSON.parse(body ?? "").endpoint;
    return answer(site);
  });
  kept.clear();
  kept.set("device-owner", "member");
  site.session = "one";
  rememberPushWish({ how: "push", session: "one", endpoint: old });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["has another address, and the old one has been forgotten", next, null],
  ["has another address, and the site still has the old one", next, old],
  ["has dropped its subscription, and the old one has been forgotten", null, null],
  ["has dropped its subscription, and the site still has the old one", null, old],
])("a browser that %s is subscribed again", async (_name, address, known) => {
  browser = openBrowser(address);
  site.endpoint = known;
  expect(await syncPush()).toBe("on");
  expect(site.endpoint).toBe(next);
  expect(browser.address).toBe(next);
  expect(recallPushWish()).toEqual({ how: "push", session: "one", endpoint: next });
});

test("what was stopped from elsewhere stays so", async () => {
  browser = openBrowser(old);
  site.endpoint = null;
  expect(await syncPush()).toBe("off");
  expect(site.endpoint).toBeNull();
  expect(browser.address).toBeNull();
  expect(recallPushWish()).toBeNull();
});

test("another address that the service worker has told the site of can be stopped from elsewhere, too", async () => {
  browser = openBrowser(next);
  site.endpoint = next;
  expect(await syncPush()).toBe("on");
  expect(recallPushWish()).toMatchObject({ endpoint: next });
  site.endpoint = null;
  expect(await syncPush()).toBe("off");
  expect(browser.address).toBeNull();
});

test("a new sign-in is subscribed again", async () => {
  browser = openBrowser(old);
  Object.assign(site, { endpoint: null, session: "two" });
  expect(await syncPush()).toBe("on");
  expect(site.endpoint).toBe(old);
  expect(recallPushWish()).toEqual({ how: "push", session: "two", endpoint: old });
});
