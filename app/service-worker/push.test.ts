import { afterEach, beforeEach, expect, test, vi } from "vitest";

const origin = "https://mugen.example";

/** An open page; with `follows` it navigates itself when asked. */
function openPage(path: string, how: { focused?: boolean; follows?: boolean } = {}) {
  const page = {
    url: origin + path,
    focused: how.focused ?? false,
    messages: [] as unknown[],
    focus: async (): Promise<unknown> => page,
    postMessage(data: unknown, [port]: MessagePort[]) {
      page.messages.push(data);
      if (how.follows) port?.postMessage(true);
    },
    navigate: vi.fn(async (_url: string): Promise<unknown> => page),
  };
  return page;
}

type Page = ReturnType<typeof openPage>;

/** A fake browser with the worker's global scope. */
function openBrowser() {
  const events = new EventTarget();
  const browser = {
    pages: [] as Page[],
    shown: [] as { title: string; options: unknown }[],
    badge: null as number | null,
    openWindow: vi.fn(async (_url: string) => null),
    subscribe: vi.fn(async (_options: unknown) => ({ endpoint: "https://push.example/new" })),
    /** Dispatches an event to the worker and waits until it is done. */
    async dispatch(type: string, details: object) {
      const work: unknown[] = [];
      const waitUntil = (promise: unknown) => work.push(promise);
      events.dispatchEvent(Object.assign(new ExtendableEvent(type), { ...details, waitUntil }));
      await Promise.all(work);
      return work.length;
    },
    scope: {
      addEventListener: events.addEventListener.bind(events),
      location: { origin },
      navigator: {
        async setAppBadge(count: number) {
          browser.badge = count;
        },
      },
      clients: { matchAll: async () => browser.pages, openWindow: (url: string) => browser.openWindow(url) },
      registration: {
        showNotification: async (title: string, options: unknown) =>
          void browser.shown.push({ title, options }),
        pushManager: { subscribe: (options: unknown) => browser.subscribe(options) },
      },
    },
  };
  return browser;
}

class ExtendableEvent extends Event {}

let browser: ReturnType<typeof openBrowser>;
beforeEach(async () => {
  vi.resetModules();
  browser = openBrowser();
  vi.stubGlobal("self", browser.scope);
  vi.stubGlobal("ExtendableEvent", ExtendableEvent);
  vi.stubGlobal("fetch", vi.fn());
  await import("./push.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const like = {
  title: "いいねが届きました",
  body: "朝野 ひかるが「夜の窓」にいいねしました",
  url: "/track/7",
  tag: "like 7",
  badge: 3,
  isTest: false,
};
const push = (text: string) => browser.dispatch("push", { data: { json: () => JSON.parse(text) } });

test("a message is shown, replaces one with the same tag silently, and sets the badge", async () => {
  expect(await push(JSON.stringify(like))).toBe(1);
  const { body, tag } = like;
  const options = { body, tag, renotify: false, lang: "ja", data: { url: like.url } };
  expect(browser.shown).toMatchObject([{ title: like.title, options }]);
  expect(browser.badge).toBe(3);
  await push(JSON.stringify({ ...like, isTest: true }));
  expect(browser.shown[1]).toMatchObject({ options: { renotify: true } });
});

test.each(["", "no JSON", "null", "[]", "{}", '{"title":1,"body":"x"}'])(
  "%j shows the fallback",
  async (text) => {
    await push(text);
    expect(browser.shown).toMatchObject([
      { title: "Mugen", options: { body: "新しい通知があります。", data: { url: "/notifications" } } },
    ]);
    expect(browser.badge).toBeNull();
  },
);

const click = (data: unknown) =>
  browser.dispatch("notificationclick", { notification: { data, close: () => undefined } });

test("a click opens a window when there is none", async () => {
  await click({ url: "/track/7" });
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
});

test.each([
  { url: "https://elsewhere.example/" },
  { url: "//elsewhere.example" },
  { url: "javascript:alert(1)" },
  null,
])("a click on %j opens the notifications, never another site", async (data) => {
  await click(data);
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/notifications`);
});

test("a click works without URL.parse (Safari before 18)", async () => {
  const parse = vi.spyOn(URL, "parse").mockImplementation(() => {
    throw new TypeError("URL.parse is not a function");
  });
  await click({ url: "/track/7" });
  parse.mockRestore();
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
});

test("the focused page is asked to navigate itself", async () => {
  const [behind, front] = [openPage("/"), openPage("/search", { focused: true, follows: true })];
  browser.pages = [behind, front];
  await click({ url: "/track/7?from=push" });
  expect(front.messages).toEqual([{ type: "follow-notification", path: "/track/7?from=push" }]);
  expect(front.navigate).not.toHaveBeenCalled();
  expect(behind.messages).toEqual([]);
  expect(browser.openWindow).not.toHaveBeenCalled();
});

test("a page that does not reply is navigated; one that shows the URL already is only focused", async () => {
  const silent = openPage("/");
  browser.pages = [silent];
  await click({ url: "/track/7" });
  expect(silent.navigate).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
  const there = openPage("/track/7");
  browser.pages = [silent, there];
  await click({ url: "/track/7" });
  expect(there.messages).toEqual([]);
  expect(silent.navigate).toHaveBeenCalledTimes(1);
});

test("a replaced push subscription is sent to the server", async () => {
  const key = new ArrayBuffer(65);
  await browser.dispatch("pushsubscriptionchange", {
    oldSubscription: { options: { applicationServerKey: key } },
  });
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  const sent = { method: "POST", body: JSON.stringify({ endpoint: "https://push.example/new" }) };
  expect(fetch).toHaveBeenCalledExactlyOnceWith("/api/push/subscribe", expect.objectContaining(sent));
  await browser.dispatch("pushsubscriptionchange", {});
  expect(fetch).toHaveBeenCalledTimes(1);
});
