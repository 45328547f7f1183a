import type { CDPSession } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { endSession, expect, expectLoginPrompt, untilQuiet } from "../site.ts";
import {
  announcement,
  dragged,
  expectKept,
  handle,
  middleOf,
  open,
  order,
  row,
  rows,
  test,
  toast,
} from "./reorder-site.ts";

test("by mouse: a row is dragged by its handle, put back with Escape, and a click is none", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await open(page, "mouse");
  const grip = await middleOf(handle(page, "曲1"));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await expect(dragged(page)).toHaveCount(0);
  const third = await middleOf(row(page, "曲3"));
  await page.mouse.move(grip.x, third.y + 20, { steps: 5 });
  await expect(dragged(page)).toHaveCount(1);
  // Those that it has passed made way.
  await expect(row(page, "曲2")).toHaveAttribute("style", /translateY\(-/);
  await page.keyboard.press("Escape");
  await expect(dragged(page)).toHaveCount(0);
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("1 2 3 4 5 6");
  await expect(page.getByRole("dialog")).toBeHidden();

  const sent: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/reorder") && sent.push(request.postDataJSON()));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, third.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("2 3 1 4 5 6");
  await expect(announcement(page)).toHaveText("「曲1」を3番目に移動しました");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  expect(sent).toEqual([{ items: [{ id: expect.any(Number), order: 3 }] }]);
  await expect(row(page, "曲2")).not.toHaveAttribute("style", /translateY/);
  await expectKept(page, "2 3 1 4 5 6");

  const last = await middleOf(handle(page, "曲6"));
  await page.mouse.move(last.x, last.y);
  await page.mouse.down();
  await page.mouse.move(last.x, (await middleOf(row(page, "曲2"))).y - 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("6 2 3 1 4 5");
  await expectAccessible(page, "own playlist");
});

test.describe("by finger", () => {
  test.use({ hasTouch: true, isMobile: true });

  const touch = (
    session: CDPSession,
    type: "touchStart" | "touchMove" | "touchEnd",
    points: { x: number; y: number }[],
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });

  test("a long press starts a drag, a swipe scrolls", { tag: "@release" }, async ({ page }) => {
    await open(page, "touch");
    const finger = await page.context().newCDPSession(page);
    const vibrations = await page.evaluateHandle(() => {
      const all: unknown[] = [];
      navigator.vibrate = (pattern) => all.push(pattern) > 0;
      return all;
    });
    const { x, y } = await middleOf(row(page, "曲4").getByRole("link", { name: "曲4", exact: true }));
    const scrollEnd = await page.evaluateHandle(() => {
      const ended = new Promise<void>((resolve) =>
        document.addEventListener("scrollend", () => resolve(), { once: true }),
      );
      return { ended };
    });
    // A swipe at once.
    await touch(finger, "touchStart", [{ x, y }]);
    for (let step = 1; step <= 10; step++) await touch(finger, "touchMove", [{ x, y: y - step * 20 }]);
    await touch(finger, "touchEnd", []);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(await vibrations.jsonValue()).toEqual([]);
    await expect.poll(() => order(page)).toMatch(/^1 2 3 4 5 /);

    // A finger that stops a scroll under way goes on scrolling.
    await scrollEnd.evaluate(({ ended }) => ended);
    await page.evaluate(() => window.scrollTo(0, 0));
    await row(page, "曲3").scrollIntoViewIfNeeded();
    const from = await middleOf(row(page, "曲3").getByRole("link", { name: "曲3", exact: true }));
    const scrolled = await page.evaluate(() => window.scrollY);
    await touch(finger, "touchStart", [from]);
    await expect(dragged(page)).toHaveCount(1);
    expect(await vibrations.jsonValue()).toHaveLength(1);
    const height = (await row(page, "曲2").boundingBox())?.height ?? 0;
    for (let step = 1; step <= 8; step++)
      await touch(finger, "touchMove", [{ x: from.x, y: from.y - (step / 8) * height * 1.2 }]);
    await touch(finger, "touchEnd", []);
    await expect.poll(() => order(page)).toMatch(/^1 3 2 4 5 /);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    // It was no click on the title.
    expect(page.url()).toContain("/playlists/");
    await expect(toast(page, "順序を更新しました")).toBeVisible();

    // At the lower edge the page scrolls, and the row comes along.
    const start = await middleOf(row(page, "曲2").getByRole("link", { name: "曲2", exact: true }));
    await touch(finger, "touchStart", [start]);
    await expect(dragged(page)).toHaveCount(1);
    await touch(finger, "touchMove", [{ x: start.x, y: 640 }]);
    await touch(finger, "touchMove", [{ x: start.x, y: 690 }]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled + 500);
    await touch(finger, "touchEnd", []);
    await expect(dragged(page)).toHaveCount(0);
    await expect.poll(async () => (await order(page)).split(" ").indexOf("2")).toBeGreaterThan(6);
  });
});

test("by keys: arrows, Home and End keep the focus on the handle, and are sent in their order", async ({
  page,
}) => {
  await open(page, "keys");
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/reorder")) sent.push(request.postDataJSON().items[0].order);
  });
  await handle(page, "曲5").focus();
  await page.keyboard.press("ArrowUp");
  await expect(announcement(page)).toHaveText("「曲5」を4番目に移動しました");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  await expect.poll(() => order(page)).toBe("1 2 5 3 4 6");
  await expect(handle(page, "曲5")).toBeFocused();
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  // The last of those that waited stands for them all.
  expect(sent.at(0)).toBe(4);
  expect(sent.at(-1)).toBe(3);
  await page.keyboard.press("End");
  await expect.poll(() => order(page)).toBe("1 2 3 4 6 5");
  await page.keyboard.press("ArrowDown");
  await expect(announcement(page)).toHaveText("いちばん下です");
  await page.keyboard.press("Home");
  await expect.poll(() => order(page)).toBe("5 1 2 3 4 6");
  await expect(handle(page, "曲5")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(announcement(page)).toHaveText("いちばん上です");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await expect.poll(() => sent.at(-1)).toBe(1);
  await untilQuiet(page);
  await expectKept(page, "5 1 2 3 4 6");
});

test("when the server does not do it, the order is shown again as it was", { tag: "@release" }, async ({
  page,
}) => {
  const path = await open(page, "failure");
  await page.route("**/reorder", (route) => route.abort());
  await handle(page, "曲1").focus();
  await page.keyboard.press("ArrowDown");
  await expect(toast(page, "順序の更新に失敗しました")).toBeVisible();
  await expect.poll(() => order(page)).toBe("1 2 3 4 5");
  await page.unroute("**/reorder");
  await page.route("**/reorder", (route) =>
    route.fulfill({ status: 500, json: { error: "", code: "internal" } }),
  );
  await handle(page, "曲5").focus();
  await Promise.all([page.waitForResponse("**/reorder"), page.keyboard.press("Home")]);
  await expect.poll(() => order(page)).toBe("1 2 3 4 5");
  await page.unroute("**/reorder");
  await endSession(page);
  await handle(page, "曲1").focus();
  await page.keyboard.press("End");
  await expectLoginPrompt(page, path);
  await expect.poll(() => order(page)).toBe("1 2 3 4 5");
});

/** Its first page: what follows is read anew beside it. */
const isFirstPage = (url: URL) =>
  /\/playlists\/\d+\.data$/.test(url.pathname) && !url.searchParams.has("cursor");

test("what was asked for before a move and comes after it takes no row away", { tag: "@release" }, async ({
  page,
}) => {
  await open(page, "late");
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(60);
  const late = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(
    isFirstPage,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      // The page may want it no more.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await handle(page, "曲60").focus();
  await page.keyboard.press("Home");
  await asked.promise;
  const moved = page.waitForResponse("**/reorder");
  await page.keyboard.press("End");
  await (await moved).finished();
  late.resolve();
  await untilQuiet(page);
  await expect(rows(page)).toHaveCount(60);
  await expect(rows(page).last()).toContainText("曲60");
  await expect(rows(page).first()).toContainText("曲1");
});

test("what is read after the server made a move and comes before it says so takes no row away", {
  tag: "@release",
}, async ({ page }) => {
  await open(page, "early");
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(60);
  const asked = Promise.withResolvers<void>();
  const made = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  await page.route(isFirstPage, async (route) => {
    asked.resolve();
    await made.promise;
    // The page may want it no more.
    const response = await route.fetch();
    await route.fulfill({ response }).catch(() => {});
    read.resolve();
  });
  await handle(page, "曲60").focus();
  await page.keyboard.press("Home");
  await asked.promise;
  await page.route("**/reorder", async (route) => {
    const response = await route.fetch();
    made.resolve();
    await read.promise;
    // The page has taken it in.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await route.fulfill({ response });
  });
  await page.keyboard.press("End");
  await untilQuiet(page);
  await expect(rows(page)).toHaveCount(60);
  await expect(rows(page).last()).toContainText("曲60");
  await expect(rows(page).first()).toContainText("曲1");
  // What the page still reads would fail the next test.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("two tabs: each sees in the end what the server has", { tag: "@release" }, async ({ page, context }) => {
  await open(page, "tabs");
  const other = await context.newPage();
  await open(other, "tabs");
  await handle(page, "曲1").focus();
  await page.keyboard.press("End");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await handle(other, "曲4").focus();
  await other.keyboard.press("Home");
  await expect(toast(other, "順序を更新しました")).toBeVisible();
  await expect.poll(() => order(other)).toBe("4 2 3 5 1");
  await expectKept(page, "4 2 3 5 1");
});

test("the queue of a playlist that is playing follows the new order", { tag: "@release" }, async ({
  page,
}) => {
  await open(page, "playing");
  // These tracks have no sound; what follows which is what counts.
  await page.route("**/api/stream/**", (route) => route.abort());
  await row(page, "曲2").getByRole("button", { name: /再生/ }).first().click();
  await handle(page, "曲5").focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowUp");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await expect.poll(() => order(page)).toBe("1 2 5 3 4");
  await page.getByRole("button", { name: "次の音声へ" }).click();
  await expect(rows(page).nth(2).getByRole("link", { name: "曲5", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});
