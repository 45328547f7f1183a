import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { freePort } from "#test/databases/postgres.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

const port = await freePort();
/** Scripts fetched from and page views sent to the service since it was last asked. */
let calls = { scripts: 0, views: 0 };

/** Speaks as Plausible does: a script that reports the page it is on to its own origin. */
const service = createServer((request, response) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (request.url === "/api/event") {
    calls.views++;
    response.end("ok");
    return;
  }
  calls.scripts++;
  response.setHeader("Content-Type", "text/javascript");
  response.end(`{
    const script = document.currentScript;
    const body = JSON.stringify({ n: "pageview", u: location.href, d: script.dataset.domain });
    fetch(new URL("/api/event", script.src), { method: "POST", body }).then(() => { window.counted = body; });
  }`);
});

test.use({
  consent: "undecided",
  settings: { ANALYTICS_SCRIPT_URL: `http://127.0.0.1:${port}/js/script.js` },
});
test.beforeAll(() => new Promise<void>((resolve) => service.listen(port, "127.0.0.1", resolve)));
test.afterAll(() => new Promise((resolve) => service.close(resolve)));
test.beforeEach(() => {
  calls = { scripts: 0, views: 0 };
});

const banner = (page: Page) => page.getByRole("region", { name: "Cookieの設定" });
const choose = (page: Page, name: string) => banner(page).getByRole("button", { name }).click();
const counted = (page: Page) =>
  page.waitForFunction(() => "counted" in window, undefined, { timeout: 60_000 });

/** Does it, and waits until the server has the answer: only then is the next page sure to know it. */
async function untilKept(page: Page, work: Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse(/\/consent$/), work]);
}

async function reopen(page: Page): Promise<void> {
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page
    .getByRole("navigation", { name: "メニュー" })
    .getByRole("button", { name: "Cookieの設定" })
    .click();
}

test("analytics load with the consent, at once and on later pages, and not without", async ({ page }) => {
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  await page.goto("/search");
  expect(calls).toEqual({ scripts: 0, views: 0 });
  await untilKept(page, choose(page, "必須のみ"));
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goto("/");
  await expect(page.getByRole("main")).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect(calls).toEqual({ scripts: 0, views: 0 });

  await untilKept(page, reopen(page));
  await expect(banner(page)).toBeFocused();
  await page.reload();
  await untilKept(page, choose(page, "すべて許可"));
  await counted(page);
  expect(calls).toEqual({ scripts: 1, views: 1 });
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { name: "検索" })).toBeVisible();
  expect(calls.scripts).toBe(1);
  await page.reload();
  await counted(page);
  expect(calls).toEqual({ scripts: 2, views: 2 });

  await page.goto("/");
  await counted(page);
  await untilKept(page, reopen(page));
  await untilKept(page, choose(page, "必須のみ"));
  await expect(banner(page)).toBeHidden();
  const before = calls.scripts;
  await page.reload();
  await expect(page.getByRole("main")).toBeVisible();
  expect(calls.scripts).toBe(before);
  expect(await page.locator("script[data-domain]").count()).toBe(0);
});

test("the detailed choice, by keyboard alone", { tag: "@release" }, async ({ page }) => {
  await page.goto("/search");
  await page.keyboard.press("Tab");
  const names = [];
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement?.textContent));
  }
  expect(names).toEqual(["Cookieについて", "すべて許可", "必須のみ", "詳細設定"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: /アクセス解析/ })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await counted(page);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(banner(page)).toBeHidden();
});

test("an answer that does not get through is taken back", { tag: "@release" }, async ({ page, context }) => {
  const toastsLoaded = page.waitForResponse(/toast-view/);
  await page.goto("/search");
  await toastsLoaded;
  await context.setOffline(true);
  await choose(page, "すべて許可");
  await expect(page.getByText("Cookieの設定を保存できませんでした").first()).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await context.setOffline(false);
  await choose(page, "すべて許可");
  await expect(banner(page)).toBeHidden();
});

test("the banner is accessible in both themes, covers nothing and fits at 200 %", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/");
  const details = banner(page).getByText("詳細設定");
  const place = await details.boundingBox();
  await details.click();
  await expect(banner(page).getByRole("button", { name: "保存" })).toBeVisible();
  expect(await details.boundingBox()).toEqual(place);
  await expectAccessible(page, "cookie banner");
  await page.setViewportSize({ width: 320, height: 812 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  const [asked, shown] = [await banner(page).boundingBox(), await page.getByRole("main").boundingBox()];
  expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual((shown?.y ?? 0) + 1);
});
