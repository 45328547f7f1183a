import { afterEach, beforeEach, expect, test, vi } from "vitest";

const origin = "https://mugen.example";

/** A fake browser: its open pages, those whose first byte has come, and the waiting worker. */
function openBrowser() {
  const ready = new Map<string, (page: { id: string; url: string }) => void>();
  const browser = {
    pages: [] as { id: string; url: string }[],
    waiting: { postMessage: vi.fn() } as { postMessage: ReturnType<typeof vi.fn> } | null,
    /** The first byte of a page comes. */
    show(id: string, path = "/") {
      const page = { id, url: origin + path };
      browser.pages.push(page);
      ready.get(id)?.(page);
    },
    close(id: string) {
      browser.pages = browser.pages.filter((page) => page.id !== id);
    },
    scope: {
      location: { origin },
      registration: {
        get waiting() {
          return browser.waiting;
        },
      },
      clients: {
        get: (id: string) => new Promise((resolve) => ready.set(id, resolve)),
        matchAll: async () => browser.pages,
      },
    },
  };
  return browser;
}

let browser: ReturnType<typeof openBrowser>;
let takeOver: typeof import("./take-over.ts");
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  browser = openBrowser();
  vi.stubGlobal("self", browser.scope);
  vi.stubGlobal("shellVersion", "0123456789abcdef");
  vi.stubGlobal("shellFiles", []);
  takeOver = await import("./take-over.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const expectTakeOver = (times: number) => expect(browser.waiting?.postMessage.mock.calls).toHaveLength(times);

test("a page that is alone lets the waiting version take over, also where its first byte takes long", async () => {
  const done = takeOver.skipWaitingWhenAlone("first");
  await vi.advanceTimersByTimeAsync(25_000);
  expectTakeOver(0);
  browser.show("first");
  await done;
  expect(browser.waiting?.postMessage).toHaveBeenCalledExactlyOnceWith(takeOver.skipWaitingMessage);
});

test("another open page keeps its version; the browser may count it for a while after it has closed", async () => {
  browser.show("old");
  const kept = takeOver.skipWaitingWhenAlone("first");
  browser.show("first");
  await vi.advanceTimersByTimeAsync(20_000);
  await kept;
  expectTakeOver(0);
  browser.close("first");
  const done = takeOver.skipWaitingWhenAlone("second");
  browser.show("second");
  await vi.advanceTimersByTimeAsync(4000);
  expectTakeOver(0);
  browser.close("old");
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expectTakeOver(1);
});

test("a later page ends the wait of the one before at once: the browser keeps a worker that waits", async () => {
  browser.show("old");
  const never = takeOver.skipWaitingWhenAlone("never shown");
  const shown = takeOver.skipWaitingWhenAlone("first");
  await never;
  browser.show("first");
  await vi.advanceTimersByTimeAsync(1000);
  const last = takeOver.skipWaitingWhenAlone("second");
  await shown;
  browser.pages = [];
  browser.show("second");
  await last;
  expectTakeOver(1);
});

test("nothing is asked for without a waiting version, for a download and for the offline page", async () => {
  await takeOver.skipWaitingWhenAlone("");
  const offline = takeOver.skipWaitingWhenAlone("first");
  browser.show("first", "/offline");
  await offline;
  expectTakeOver(0);
  browser.waiting = null;
  await takeOver.skipWaitingWhenAlone("second");
});
