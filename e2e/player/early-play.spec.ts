import type { Page } from "@playwright/test";
import { expect } from "../site.ts";
import {
  expectSilence,
  expectSound,
  first,
  fourth,
  heard,
  playing,
  pressMediaKey,
  row,
  second,
  test,
  third,
} from "./listening-site.ts";

test.use({ hasTouch: true });
/** Opens a page and holds its scripts back, until the returned function is called. */
const openWithoutScripts = async (page: Page): Promise<() => Promise<void>> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/kanade", { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  };
};
const button = (page: Page, title: string) =>
  row(page, title).getByRole("button", { name: new RegExp(`「${title}」を`) });

test("before the page's scripts are there a tap plays, and the player goes on with the sound", async ({
  page,
}) => {
  const startScripts = await openWithoutScripts(page);
  await button(page, first).tap();
  await expect(button(page, first)).toHaveAttribute("data-tap", "playing");
  await startScripts();
  await expect(button(page, first)).toHaveAccessibleName(`「${first}」を一時停止`);
  await expect(button(page, first)).not.toHaveAttribute("data-tap");
  await expectSound(page, first);
  // The same element, without a break.
  expect(await page.evaluate(() => window.elements.length)).toBe(1);
  expect((await heard(page)).map(({ name }) => name)).not.toContain("pause");
  await pressMediaKey(page, "nexttrack");
  await expectSound(page, second);
  await pressMediaKey(page, "previoustrack");
  await expectSound(page, first);
});

test("before the scripts are there a second tap pauses, another button's plays its track, where it was left", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("playback-positions", "[[3,12]]"));
  const startScripts = await openWithoutScripts(page);
  for (const title of [first, first]) await button(page, title).tap();
  await expectSilence(page);
  await expect(button(page, first)).toHaveAttribute("data-tap", "");
  for (const title of [first, fourth, third]) await button(page, title).tap();
  await expect(button(page, third)).toHaveAttribute("data-tap", "playing");
  await startScripts();
  await expectSound(page, third);
  expect((await playing(page))[0]?.currentTime).toBeGreaterThan(12);
  await button(page, third).tap();
  await expectSilence(page);
});
