import { brotliDecompressSync } from "node:zlib";
import { type Browser, type CDPSession, chromium, type Locator, type Page } from "@playwright/test";
import { browserOptions } from "../../e2e/browser.ts";
import type { BenchPage } from "../fill/fill-for-browser.ts";

/** A playlist of 1,000 tracks: bytes of compressed HTML, ms from an act to the next picture. */
export const playlistGoals = { htmlBytes: 150_000, inpMs: 200 };

const slowdown = 4;
const times = 5;

interface MeasuredPlaylist {
  htmlBytes: number;
  plainHtmlBytes: number;
  rows: number;
  acts: { act: string; worstMs: number; medianMs: number }[];
}

/**
 * Opens a fully loaded playlist in a phone-sized window with a processor four times slower, and acts as people do: the time
 * from each act to the next picture, by the browser's event timing.
 */
export async function measurePlaylist(o: { origin: string } & BenchPage): Promise<MeasuredPlaylist> {
  const { origin, path, session } = o;
  const Cookie = `mugen_session=${session}`;
  const html = await fetch(origin + path, { headers: { Cookie, "Accept-Encoding": "identity" } });
  const plainHtmlBytes = (await html.arrayBuffer()).byteLength;
  const htmlBytes = await compressedBytes(origin + path, Cookie);
  const { launchOptions } = await browserOptions();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await openPlaylist(browser, o);
    const finger = await page.context().newCDPSession(page);
    const rows = await loadAll(page);
    await finger.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const acts: MeasuredPlaylist["acts"] = [];
    for (const [act, perform] of Object.entries(performances(page, finger))) {
      const taken: number[] = [];
      for (let time = 0; time < times; time++) {
        await page.evaluate(() => {
          window.longestEvent = 0;
        });
        await perform(time);
        await page.waitForTimeout(1500);
        taken.push(await page.evaluate(() => window.longestEvent));
      }
      taken.sort((a, b) => a - b);
      acts.push({ act, worstMs: taken.at(-1) ?? 0, medianMs: taken[Math.floor(times / 2)] ?? 0 });
    }
    return { htmlBytes, plainHtmlBytes, rows, acts };
  } finally {
    await browser.close();
  }
}

declare global {
  interface Window {
    longestEvent: number;
  }
}

async function compressedBytes(url: string, Cookie: string): Promise<number> {
  const { get } = await import("node:http");
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    get(url, { headers: { Cookie, "Accept-Encoding": "br", Accept: "text/html" } }, (answer) => {
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", resolve);
      answer.on("error", reject);
    }).on("error", reject);
  });
  const body = Buffer.concat(chunks);
  brotliDecompressSync(body);
  return body.byteLength;
}

async function openPlaylist(browser: Browser, o: { origin: string } & BenchPage): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    locale: "ja-JP",
  });
  await context.addCookies([
    { name: "mugen_session", value: o.session, url: o.origin },
    { name: "mugen_consent", value: "visit-of-a-bench-00000.essential", url: o.origin },
  ]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.longestEvent = 0;
    const asked = { type: "event", durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.longestEvent = Math.max(window.longestEvent, duration);
    }).observe(asked);
  });
  await page.goto(o.origin + o.path);
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  return page;
}

/** Scrolls to the end. Returns the number of rows. */
async function loadAll(page: Page): Promise<number> {
  await page.locator("[data-track]").first().waitFor();
  for (let next = await follow(page); next !== null; next = await follow(page)) {
    await page.waitForFunction(
      (before) => document.querySelector("main a[href*='cursor=']")?.getAttribute("href") !== before,
      next,
    );
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(1000);
  const last = page.locator("[data-track]").last();
  return Number(await last.getAttribute("aria-posinset"));
}

/** Scrolls to the end and asks for more. Returns the link's address or null. */
const follow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
    const link = document.querySelector<HTMLElement>("main a[href*='cursor=']");
    // Pages that load by themselves may remove the link.
    link?.click();
    return link?.getAttribute("href") ?? null;
  });

function performances(page: Page, finger: CDPSession): Record<string, (time: number) => Promise<void>> {
  const row = (index: number) => page.locator(`[data-track][aria-posinset="${index + 1}"]`);
  const grip = (index: number) => row(index).locator("[data-grip]");
  const goTo = async (index: number) => {
    for (let look = 0; look < 40 && !(await row(index).count()); look++) {
      await page.evaluate((aim) => {
        const drawn = [...document.querySelectorAll<HTMLElement>("[data-track]")];
        const near = drawn.reduce((best, one) =>
          Math.abs(Number(one.ariaPosInSet) - aim) < Math.abs(Number(best.ariaPosInSet) - aim) ? one : best,
        );
        const way = (aim - Number(near.ariaPosInSet)) * near.offsetHeight;
        window.scrollBy(0, near.getBoundingClientRect().top - window.innerHeight / 3 + way);
      }, index + 1);
      await page.waitForTimeout(300);
    }
    await row(index).scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
  };
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) => {
    await finger.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  };
  // Finds the element before the touch: the search runs on the measured thread.
  const tapAt = async (element: Locator) => {
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (!box) throw new Error("nothing to tap");
    await page.waitForTimeout(1000);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  const press = async (index: number, key: string) => {
    await goTo(index);
    await grip(index).focus();
    await page.waitForTimeout(500);
    await page.keyboard.press(key);
  };
  return {
    "open the dialog of a row": async (time) => {
      await goTo(300 + time);
      await tapAt(grip(300 + time));
      await page.waitForTimeout(1000);
      await page.keyboard.press("Escape");
    },
    "press play": async (time) => {
      await goTo(10 + time);
      await tapAt(
        row(10 + time)
          .locator("button[aria-label$=再生], button[aria-label$=一時停止]")
          .first(),
      );
    },
    "drag a row": async (time) => {
      await goTo(500 + time * 3);
      const box = await row(500 + time * 3).boundingBox();
      if (!box) throw new Error("no such row");
      const point = { x: box.x + 120, y: box.y + box.height / 2 };
      await touch("touchStart", point);
      await page.waitForTimeout(600);
      for (let step = 1; step <= 20; step++) await touch("touchMove", { ...point, y: point.y - step * 10 });
      await touch("touchEnd");
    },
    "move a row up by key": (time) => press(500 + time, "ArrowUp"),
    "move a row down by key": (time) => press(500 + time, "ArrowDown"),
    "move the last row to the top": () => press(999, "Home"),
    "move the first row to the end": () => press(0, "End"),
  };
}
