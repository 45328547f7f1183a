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
/** Holds scripts back until the returned function is called. */
const delayScripts = async (page: Page, pattern: string): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
};
/** Opens a page and holds its scripts back, until the returned function is called. */
const openWithoutScripts = async (page: Page): Promise<() => Promise<void>> => {
  const release = await delayScripts(page, "**/assets/*.js");
  await page.goto("/kanade", { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  };
};
const button = (page: Page, title: string) =>
  row(page, title).getByRole("button", { name: new RegExp(`「${title}」を`) });

test("before the page's scripts are there a tap plays, and the player goes on with the sound and counts it once", {
  tag: "@release",
}, async ({ page }) => {
  const counted: string[] = [];
  page.on("request", (request) => {
    const call = /tracks\/\d+\/increment-play-count/.exec(request.url());
    if (call) counted.push(call[0]);
  });
  const startScripts = await openWithoutScripts(page);
  await button(page, first).tap();
  await expect(button(page, first)).toHaveAttribute("data-tap", "playing");
  await startScripts();
  await expect(button(page, first)).toHaveAccessibleName(`「${first}」を一時停止`);
  await expect(button(page, first)).not.toHaveAttribute("data-tap");
  await expect(button(page, first)).not.toHaveAttribute("aria-busy");
  await expectSound(page, first);
  // The same element, without a break.
  expect(await page.evaluate(() => window.elements.length)).toBe(1);
  expect((await heard(page)).map(({ name }) => name)).not.toContain("pause");
  await expect.poll(() => counted).toHaveLength(1);
  await pressMediaKey(page, "nexttrack");
  await expectSound(page, second);
  await pressMediaKey(page, "previoustrack");
  await expectSound(page, first);
  expect(counted).toHaveLength(1);
});

test("before the scripts are there a second tap pauses, another button's plays its track, where it was left", {
  tag: "@release",
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("playback-positions", "[[3,12]]"));
  const loadBackend = await delayScripts(page, "**/assets/audio-backend-*.js");
  const startScripts = await openWithoutScripts(page);
  for (const title of [first, first]) await button(page, title).tap();
  await expectSilence(page);
  await expect(button(page, first)).toHaveAttribute("data-tap", "");
  for (const title of [first, fourth, third]) await button(page, title).tap();
  await expect(button(page, third)).toHaveAttribute("data-tap", "playing");
  await startScripts();
  loadBackend();
  await expectSound(page, third);
  expect((await playing(page))[0]?.currentTime).toBeGreaterThan(12);
  await button(page, third).tap();
  await expectSilence(page);
});

test("before the player has its audio backend a tap plays within itself, and the backend goes on with the sound", {
  tag: "@release",
}, async ({ page }) => {
  const loadBackend = await delayScripts(page, "**/assets/audio-backend-*.js");
  await page.goto("/kanade");
  await button(page, second).tap();
  await expect.poll(async () => (await playing(page))[0]?.currentTime).toBeGreaterThan(0);
  await expect(button(page, second)).toHaveAccessibleName(`「${second}」を一時停止`);
  loadBackend();
  await expectSound(page, second);
  expect(await page.evaluate(() => window.elements.length)).toBe(1);
  await button(page, second).tap();
  await expectSilence(page);
});
