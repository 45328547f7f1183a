import type { FrameLocator, Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { inOtherSite } from "../in-other-site.ts";
import { expect, lengthen, siteFilledBy } from "../site.ts";

const titles = ["第一夜", "第二夜", "第三夜"] as const;
const name = "眠る前に聴く";
const lists = { night: 0, empty: 0, secret: 0 };

const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ name: "夜野 ことは", customUserId: "kotoha-embed" });
  const trackIds = await addSoundingTracks({ dataDir, userId, titles, seconds: 3 });
  lists.night = await addPlaylist({ userId, trackIds, name });
  lists.empty = await addPlaylist({ userId, trackIds: [], name: "からっぽ" });
  lists.secret = await addPlaylist({ userId, trackIds, name: "秘密の棚", isPublic: false });
});

const address = () => `/embed/playlist/${lists.night}`;
const current = (player: Page | FrameLocator) =>
  player.getByRole("list", { name: "プレイリストの音声" }).locator("[aria-current=true]");

test("in another site's page a playlist plays through its tracks and ends with the last", {
  tag: "@release",
}, async ({ page, context, server }) => {
  const asked = new URLSearchParams({ url: `${server.origin}/playlists/${lists.night}` });
  const { html, title } = await (await page.request.get(`/oembed?${asked}`)).json();
  expect(title).toBe(name);
  await inOtherSite(html, async (blog) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(blog);
    const player = page.frameLocator("iframe");
    await expect(player.getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      `${server.origin}/kotoha-embed/playlist/${lists.night}`,
    );
    await expect(current(player)).toContainText(titles[0]);
    expect(requests.filter((path) => path.startsWith("/audio/"))).toEqual([]);
    await player.getByRole("button", { name: "「第一夜」を再生" }).click();
    for (const one of titles) {
      await expect(current(player)).toContainText(one);
      await expect(player.getByRole("button", { name: `「${one}」を一時停止` })).toBeVisible();
    }
    await expect(player.getByRole("button", { name: "「第三夜」を再生" })).toBeVisible();
    await expect(current(player)).toContainText("第三夜");

    // A click on a row plays it; with a modifier key it is an ordinary link.
    await player.getByRole("link", { name: /第二夜/ }).press("Enter");
    await expect(player.getByRole("button", { name: "「第二夜」を一時停止" })).toBeVisible();
    await expect(current(player)).toContainText("第二夜");
    await player.getByRole("button", { name: "「第二夜」を一時停止" }).click();
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      player.getByRole("link", { name, exact: true }).click(),
    ]);
    await expect(opened).toHaveURL(`${server.origin}/kotoha-embed/playlist/${lists.night}`);
  });
});

test("it is accessible, and fits small frames; an empty one says so, and a private one is none", {
  tag: "@release",
}, async ({ page }) => {
  for (const [width, height] of [
    [600, 420],
    [240, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(address());
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expect(page.getByRole("button", { name: "「第一夜」を再生" })).toBeInViewport();
    // An author's long name leaves room for the words that the voice is synthetic.
    await page.locator("header p a").evaluate(lengthen);
    expect(
      await page.locator("header p").evaluate((line) => {
        const words = document.createRange();
        if (line.lastChild) words.selectNode(line.lastChild);
        return words.getBoundingClientRect().right <= line.getBoundingClientRect().right;
      }),
    ).toBe(true);
  }
  await expectAccessible(page, "the player of a playlist");

  await page.goto(`/embed/playlist/${lists.empty}`);
  await expect(page.getByRole("main")).toContainText("このプレイリストにはまだ音声がありません");
  const answer = await page.goto(`/embed/playlist/${lists.secret}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("main")).toContainText("プレイリストが見つかりません");
  await expect(page.locator("body")).not.toContainText("秘密の棚");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the first track has the browser's controls, the others lead to their pages", {
    tag: "@release",
  }, async ({ page, server }) => {
    await page.goto(address());
    await expect(page.locator("audio[controls]")).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    const href = await page.getByRole("link", { name: /第二夜/ }).getAttribute("href");
    expect(href).toMatch(new RegExp(`^${server.origin}/.*/track/\\d+$`));
  });
});
