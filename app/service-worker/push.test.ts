import { afterEach, beforeEach, expect, test, vi } from "vitest";

const origin = "https://mugen.example";

/** A page that is open: where it is, and whether it goes by itself where it is asked to. */
function openPage(path: string, how: { focused?: boolean; follows?: boolean } = {}) {
  const page = {
    url: origin + path,
    focused: how.focused ?? false,
    asked: [] as unknown[],
    focus: async (): Promise<unknown> => page,
    postMessage(data: unknown, [port]: MessagePort[]) {
      page.asked.push(data);
      if (how.follows) port?.postMessage(true);
    },
    navigate: vi.fn(async (_url: string): Promise<unknown> => page),
  };
  return page;
}

type Page = ReturnType<typeof openPage>;

/** The browser around the worker, and the worker's own listeners. */
function openBrowser() {
  const events = new EventTarget();
  const browser = {
    pages: [] as Page[],
    shown: [] as { title: string; options: unknown }[],
    badge: null as number | null,
    openWindow: vi.fn(async (_url: string) => null),
    subscribe: vi.fn(async (_options: unknown) => ({ endpoint: "https://push.example/new" })),
    /** Has the worker see to an event until it is done. */
    async tell(type: string, details: object) {
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
const push = (text: string) => browser.tell("push", { data: { json: () => JSON.parse(text) } });

test("a message is shown as the server says it, without ringing again where one stands, and counted on the icon", async () => {
  expect(await push(JSON.stringify(like))).toBe(1);
  const { body, tag } = like;
  const options = { body, tag, renotify: false, lang: "ja", data: { url: like.url } };
  expect(browser.shown).toMatchObject([{ title: like.title, options }]);
  expect(browser.badge).toBe(3);
  await push(JSON.stringify({ ...like, isTest: true }));
  expect(browser.shown[1]).toMatchObject({ options: { renotify: true } });
});

test.each(["", "no JSON", "null", "[]", "{}", '{"title":1,"body":"x"}'])(
  "of %j something is shown all the same",
  async (text) => {
    await push(text);
    expect(browser.shown).toMatchObject([
      { title: "Mugen", options: { body: "新しい通知があります。", data: { url: "/notifications" } } },
    ]);
    expect(browser.badge).toBeNull();
  },
);

const press = (data: unknown) =>
  browser.tell("notificationclick", { notification: { data, close: () => undefined } });

test("a press opens a window where none is", async () => {
  await press({ url: "/track/7" });
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
});

test.each([
  { url: "https://elsewhere.example/" },
  { url: "//elsewhere.example" },
  { url: "javascript:alert(1)" },
  null,
])("a press on %j leads to the notifications, never elsewhere", async (data) => {
  await press(data);
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/notifications`);
});

test("a press needs nothing that Safari does not know before 18", async () => {
  const parse = vi.spyOn(URL, "parse").mockImplementation(() => {
    throw new TypeError("URL.parse is not a function");
  });
  await press({ url: "/track/7" });
  parse.mockRestore();
  expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
});

test("the page in front is asked to go there itself", async () => {
  const [behind, front] = [openPage("/"), openPage("/search", { focused: true, follows: true })];
  browser.pages = [behind, front];
  await press({ url: "/track/7?from=push" });
  expect(front.asked).toEqual([{ type: "follow-notification", path: "/track/7?from=push" }]);
  expect(front.navigate).not.toHaveBeenCalled();
  expect(behind.asked).toEqual([]);
  expect(browser.openWindow).not.toHaveBeenCalled();
});

test("a page that does not answer is loaded anew; one that is there already is only shown", async () => {
  const silent = openPage("/");
  browser.pages = [silent];
  await press({ url: "/track/7" });
  expect(silent.navigate).toHaveBeenCalledExactlyOnceWith(`${origin}/track/7`);
  const there = openPage("/track/7");
  browser.pages = [silent, there];
  await press({ url: "/track/7" });
  expect(there.asked).toEqual([]);
  expect(silent.navigate).toHaveBeenCalledTimes(1);
});

test("a browser that gives its address up for another tells the site of that one", async () => {
  const key = new ArrayBuffer(65);
  await browser.tell("pushsubscriptionchange", {
    oldSubscription: { options: { applicationServerKey: key } },
  });
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  const sent = { method: "POST", body: JSON.stringify({ endpoint: "https://push.example/new" }) };
  expect(fetch).toHaveBeenCalledExactlyOnceWith("/api/push/subscribe", expect.objectContaining(sent));
  await browser.tell("pushsubscriptionchange", {});
  expect(fetch).toHaveBeenCalledTimes(1);
});
