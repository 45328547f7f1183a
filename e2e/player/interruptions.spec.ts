import type { Page } from "@playwright/test";
import { expect, signIn } from "../site.ts";
import {
  expectSilence,
  expectSound,
  first,
  long,
  play,
  playing,
  premiumEmail,
  pressMediaKey,
  second,
  test,
} from "./listening-site.ts";

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

const rememberBackgroundPlay = (page: Page, value: "on" | "off") =>
  page.context().addCookies([{ name: "mugen_background", value, url: page.url() }]);

test("premium members play in the background of the installed app if turned on", { tag: "@release" }, async ({
  page,
}) => {
  await signIn(page, "夜野 かなで", premiumEmail.of);
  await page.goto("/kanade?pwa=1");
  await play(page, first);
  await expectSound(page, first);
  await rememberBackgroundPlay(page, "on");
  // A hidden page pauses within the event.
  await hide(page);
  await expectSound(page, first);
  await pressMediaKey(page, "nexttrack");
  await expectSound(page, second);
  await rememberBackgroundPlay(page, "off");
  await hide(page);
  await expectSilence(page);
});

test("playback resumes after ten seconds without a network", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto("/hibiki");
  await play(page, long);
  await expectSound(page, long);
  await context.setOffline(true);
  await pressMediaKey(page, "seekto", { seekTime: 540 });
  await expect(page.getByText("音声が届いていません").filter({ visible: true }).first()).toBeVisible();
  await page.clock.fastForward(10_000);
  await context.setOffline(false);
  await expectSound(page, long);
  const [sound] = await playing(page);
  expect(sound?.currentTime).toBeGreaterThanOrEqual(540);
  expect(sound?.currentTime).toBeLessThan(560);
  await expect(page.getByText("音声が届いていません")).toHaveCount(0);
});

test("a broken file shows the error message, and the next click tries again; a hidden page pauses", async ({
  page,
}) => {
  await page.goto("/kanade");
  const stream = /\/api\/stream\/\d+$/;
  await page.route(stream, (route) => route.fulfill({ contentType: "audio/mpeg", body: "no sound" }));
  await play(page, first);
  await expect(page.getByRole("listitem").filter({ hasText: "音声読み込みエラー" })).toContainText(
    "音声ファイルの形式がサポートされていません。しばらく待ってから再度お試しください。",
  );
  await page.unroute(stream);
  await play(page, first);
  await expectSound(page, first);

  await test.step("a hidden page pauses, and media keys don't resume it", async () => {
    await hide(page);
    await expectSilence(page);
    await pressMediaKey(page, "play");
    // What a key does at once has been done.
    await page.evaluate(() => scheduler.postTask(() => true, { priority: "background" }));
    await expectSilence(page);
  });
});

test("blocked autoplay asks for a click", async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("a click is needed", "NotAllowedError"));
    addEventListener("allow-autoplay", () => {
      HTMLMediaElement.prototype.play = play;
    });
  });
  await page.goto("/kanade");
  await play(page, first);
  await expect(page.getByText("再生ボタンを押してください").filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("allow-autoplay")));
  await play(page, first);
  await expectSound(page, first);
});

test("only one tab plays, and a track resumes where it was left", async ({ page, context }) => {
  await page.goto("/kanade");
  await play(page, first);
  await expectSound(page, first);
  await pressMediaKey(page, "seekto", { seekTime: 20 });
  const other = await context.newPage();
  await other.goto("/kanade");
  await play(other, second);
  await expectSound(other, second);
  await expectSilence(page);
  await play(other, first);
  await expectSound(other, first);
  expect((await playing(other))[0]?.currentTime).toBeGreaterThanOrEqual(20);
});
