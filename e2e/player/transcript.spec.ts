import type { Page } from "@playwright/test";
import { write } from "#db/client.ts";
import { transcriptCues } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, siteFilledBy } from "../site.ts";

declare global {
  interface Window {
    sound: HTMLMediaElement | undefined;
    /** The highlighted lines with the time and the playback position (ms). */
    lit: { line: number; position: number }[];
    /** Changes within the transcript other than the highlight. */
    others: number;
  }
}

const lines = 400;
/** A line's length and the spoken part of it, in ms. */
const lineMs = 1500;
const spokenMs = 1300;

const premium = { email: "" };

/** The usual site with one track of 10 min and 400 lines by @kanade. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  premium.email = (await addMember({ isPremium: true })).email;
  const seconds = (lines * lineMs) / 1000;
  const [trackId = 0] = await addSoundingTracks({ dataDir, userId, titles: ["長い夜"], seconds });
  const cues = Array.from({ length: lines }, (_, position) => ({
    trackId,
    position,
    speaker: position % 2 === 0 ? ("A" as const) : ("B" as const),
    text: `${position}番目の言葉です。`,
    startMs: position * lineMs,
    endMs: position * lineMs + spokenMs,
  }));
  await write(async (tx) => {
    await tx.insert(transcriptCues).values(cues);
  });
});

const line = (page: Page, position: number) =>
  page.getByRole("link", { name: `${position}番目の言葉です。`, exact: true });

/** Runs in the page: stores the playing element. */
function captureAudio(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    window.sound = this;
    return play.call(this);
  };
}

/** Runs in the page: records the highlighted lines, and other changes. */
function watchLines(): void {
  window.lit = [];
  window.others = 0;
  const links = [...document.querySelectorAll("[data-live] a")];
  const list = links[0]?.closest("ol");
  if (!list) throw new Error("no transcript");
  new MutationObserver((changes) => {
    for (const { target, type, attributeName } of changes) {
      const isLight = type === "attributes" && attributeName === "aria-current";
      if (!isLight) window.others += 1;
      else if (target instanceof Element && target.hasAttribute("aria-current"))
        window.lit.push({
          line: links.indexOf(target),
          position: (window.sound?.currentTime ?? Number.NaN) * 1000,
        });
    }
  }).observe(list, { attributes: true, childList: true, characterData: true, subtree: true });
}

// The lines scroll smoothly.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

// Twice as fast, what waits for the next line has to know the speed.
test("of 400 lines the spoken one is highlighted at twice the speed; nothing else changes", {
  tag: "@release",
}, async ({ page }) => {
  await page.addInitScript(captureAudio);
  await page.addInitScript(() => localStorage.setItem("playback-rate", "2"));
  await signIn(page, "夜野 かなで", premium.email);
  await page.goto("/kanade/track/1");
  await line(page, 200).click();
  await expect(line(page, 200)).toHaveAttribute("aria-current", "true");
  await expect.poll(() => page.evaluate(() => window.sound?.playbackRate)).toBe(2);
  await page.evaluate(watchLines);
  await expect.poll(() => page.evaluate(() => window.lit.length)).toBeGreaterThanOrEqual(6);
  await expect(page.locator("[data-live] [aria-current]")).toHaveCount(1);
  await expect(page.locator("[data-live] [aria-current]")).toBeInViewport();
  const { all, others } = await page.evaluate(() => ({ all: window.lit, others: window.others }));
  // Where the sound stutters, a line that came too early goes back to the one before.
  const lit = all.filter((one, n) => all[n + 1]?.line !== one.line - 1 && all[n - 1]?.line !== one.line + 1);
  // In order, at its time; the highlight may come slightly early, but never during another line.
  expect(lit.map((one) => one.line)).toEqual(lit.map((_, n) => (lit[0]?.line ?? 0) + n));
  for (const one of lit) {
    expect(one.position).toBeGreaterThan(one.line * lineMs - 200);
    expect(one.position).toBeLessThan((one.line + 1) * lineMs);
  }
  expect(others).toBe(0);

  // The text comes out of the paper below and goes into it above; the first and the last line lie above both veils.
  const veils = await page.locator("ol[data-live]").evaluate((list) => {
    const layers = [getComputedStyle(list, "::before"), getComputedStyle(list, "::after")];
    const ends = [list.firstElementChild, list.lastElementChild].map((end) => end && getComputedStyle(end));
    return [...layers, ...ends].map((style) => `${style?.position} ${style?.zIndex}`);
  });
  expect(veils).toEqual(["sticky 1", "sticky 1", "relative 2", "relative 2"]);

  // All lines are one tab stop, and Tab comes to the spoken one; arrow keys move among them.
  const focused = () => page.evaluate(() => Number.parseInt(document.activeElement?.textContent ?? "", 10));
  await page.getByRole("link", { name: "一節を選ぶ" }).focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toBeGreaterThanOrEqual(200);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(1);
  await page.keyboard.press("Tab");
  expect(await focused()).toBeNaN();
});

test("the script in the player opens the transcript, on the track's page too", { tag: "@release" }, async ({
  page,
}) => {
  const heading = page.getByRole("heading", { name: "台本" });
  const screen = page.getByRole("dialog", { name: "プレーヤー" });
  await page.goto("/?track=1");
  const stage = page.getByRole("main").getByRole("region", { name: "プレーヤー" });
  await stage.getByRole("button", { name: "「長い夜」を再生" }).click();
  // While it plays, the page follows the spoken line, away from the heading.
  await stage.getByRole("button", { name: "「長い夜」を一時停止" }).click();
  await stage.getByRole("link", { name: "台本" }).click();
  await page.waitForURL("**/track/1#transcript");
  await expect(heading).toBeInViewport();
  for (let time = 0; time < 2; time++) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByTitle("プレーヤーを開く").click();
    await screen.getByRole("link", { name: "台本" }).click();
    await expect(screen).toBeHidden();
    await expect(heading).toBeInViewport();
  }
});

test("a passage is picked in the transcript; its page and its embedded player play it and count a play", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/kanade/track/1");
  const picker = page.getByRole("group", { name: "一節を選ぶ" });
  // The page's scripts are there.
  await expect(page.locator("dialog[data-player]")).toBeAttached();
  await page.getByRole("link", { name: "一節を選ぶ" }).click();
  await expect(picker).toBeVisible();
  await line(page, 2).press("Enter");
  await line(page, 0).click();
  await expect(picker.getByRole("status")).toHaveText("3文を選びました。");
  // Nothing was played by these presses.
  await expect(page.getByRole("main").getByRole("button", { name: "15秒戻る" })).toBeDisabled();
  await picker.getByRole("button", { name: "この一節のリンクを作る" }).click();
  await page.waitForURL(/\/clip\//);
  await expect(page.getByRole("blockquote")).toContainText("0番目の言葉です。1番目の言葉です。");
  await page.getByRole("button", { name: "「長い夜」の一節を再生" }).click();
  await expect(page.getByRole("slider", { name: "再生位置" })).not.toHaveValue("0");
  await expectAccessible(page, "a passage");

  await page.clock.install();
  await page.goto(`/embed${new URL(page.url()).pathname}`);
  const audio = page.locator("audio");
  const position = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  const counted = page.waitForResponse("**/api/tracks/1/increment-play-count");
  await page.getByRole("button", { name: "「長い夜」を再生" }).click();
  await expect.poll(position).toBeGreaterThan(0);
  await page.clock.runFor(3000);
  expect((await counted).ok()).toBe(true);
  // Past the passage the sound is stopped; the next press begins anew.
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = 2 * Number(element.closest<HTMLElement>("main")?.dataset.end);
  });
  await page.getByRole("button", { name: "「長い夜」を再生" }).click();
  await expect.poll(position).toBeLessThan(5);
});
