import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./site.ts";

const toasts = (page: Page) => page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");

const sendEmpty = (page: Page) => page.getByRole("button", { name: "台本を生成" }).press("Enter");

test("a toast stays 5 s, each for itself; it is reached by F8, swiped away, has room at 200 % text and leaves with its page", async ({
  page,
}) => {
  // A creation page on which sending the empty form brings a toast; its clock moves only when told.
  await page.clock.install({ time: new Date("2026-04-01T12:00:00+09:00") });
  await signIn(page);
  await page.goto("/create-post-v2");
  await page.clock.pauseAt(new Date("2026-04-01T13:00:00+09:00"));
  const bring = async () => {
    await sendEmpty(page);
    await expect(toasts(page)).toHaveText(["テキストを入力してください"]);
  };

  await test.step("a new one takes the place of one that stands, and has 5 s of its own", async () => {
    await bring();
    await page.clock.runFor(4900);
    await expect(toasts(page)).toHaveCount(1);
    const first = await toasts(page).elementHandle();
    await sendEmpty(page);
    await first?.waitForElementState("hidden");
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(4900);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step("F8 moves the focus to it, Escape closes it", async () => {
    await bring();
    await page.keyboard.press("F8");
    await expect(page.locator("ol:focus").getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(toasts(page)).toBeFocused();
    // Read at leisure: no time runs while the focus is there.
    await page.clock.runFor(60_000);
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step("a swipe of 50 px to the right closes it, a shorter one and one to the left do not", async () => {
    await bring();
    const swipe = async (by: number) => {
      const box = await toasts(page).boundingBox();
      if (!box) throw new Error("no toast to swipe");
      const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y, { steps: 8 });
      await page.mouse.up();
    };
    await swipe(-90);
    await swipe(40);
    await expect(toasts(page)).toHaveCount(1);
    await swipe(60);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step("a title alone is one line high; at 200 % text there is room for its words", async () => {
    await bring();
    // The close button of 44 px and its margins.
    expect(await toasts(page).evaluate((toast) => toast.clientHeight)).toBe(56);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const close = await toasts(page).getByRole("button", { name: "閉じる" }).boundingBox();
    const words = await toasts(page).getByText("テキストを入力してください").boundingBox();
    // Six characters of 28 px in a line at least; the button beside them does not grow with the text.
    expect(close?.width).toBe(44);
    expect(words?.width).toBeGreaterThan(6 * 28);
  });

  await test.step("an error closes when the page changes", async () => {
    await page.getByRole("link", { name: "検索" }).first().press("Enter");
    await expect(page).toHaveURL("/search");
    await expect(toasts(page)).toHaveCount(0);
  });
});

async function expectToldPlainly(page: Page): Promise<void> {
  await sendEmpty(page);
  const told = page.getByRole("alert").filter({ hasText: "テキストを入力してください" }).last();
  await expect(told.getByRole("button", { name: "閉じる" })).toBeVisible();
  await told.getByRole("button", { name: "閉じる" }).click();
  await expect(told.getByRole("button", { name: "閉じる" })).toHaveCount(0);
}

test("a toast whose view could not be fetched is told plainly", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await page.route(/toast-view/, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => /toast-view/.test(request.url()));
  await page.goto("/create-post-v2");
  await lost;
  await expectToldPlainly(page);
});

test("a toast whose view is on its way for too long is told plainly, and not again when it comes", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  const answers: (() => Promise<void>)[] = [];
  await page.route(/toast-view/, (route) => void answers.push(() => route.continue()));
  const asked = page.waitForRequest(/toast-view/);
  await page.goto("/create-post-v2");
  await asked;
  await expectToldPlainly(page);
  const came = page.waitForResponse(/toast-view/);
  for (const answer of answers) await answer();
  await (await came).finished();
  // What the page does when it has the view comes in tasks that go before one of the background.
  await page.evaluate(async (url) => {
    await import(url);
    return scheduler.postTask(() => true, { priority: "background" });
  }, (await came).url());
  expect(await toasts(page).count()).toBe(0);
  await sendEmpty(page);
  await expect(toasts(page)).toHaveText(["テキストを入力してください"]);
});
