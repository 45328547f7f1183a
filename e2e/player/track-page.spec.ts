import type { Page } from "@playwright/test";
import type { RunningServer } from "#test/servers/server.ts";
import { publish } from "../creation/publish.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { inOtherSite } from "../in-other-site.ts";
import { expect, signIn, test } from "../site.ts";

const title = "灯台守と、<夜>の長い長い電車の音について語る";

interface PublishedTrack {
  id: number;
  title: string;
  createdBy: string;
  posterCustomUserId: string | null;
}

/** The page's path of a public track with audio, created once by a member who signs out. */
async function publishedPath(page: Page, server: RunningServer): Promise<string> {
  const found = async (): Promise<string | undefined> => {
    const tracks: PublishedTrack[] = await (await page.request.get("/api/tracks?limit=100")).json();
    const track = tracks.find((one) => one.title === title);
    return track && `/${track.posterCustomUserId ?? track.createdBy}/track/${track.id}`;
  };
  const there = await found();
  if (there) return there;
  const email = await signIn(page);
  await publish(server, email, [title]);
  await page.request.post("/api/auth/logout");
  await page.context().clearCookies({ name: /session/ });
  return (await found()) ?? "";
}

const idOf = (path: string) => path.split("/").at(-1) ?? "";

test("the page shows the track, links to its author and category, and is a 404 page without one", async ({
  page,
  server,
}) => {
  const path = await publishedPath(page, server);
  await page.goto(path);
  // Nothing plays yet that they could move in.
  for (const name of ["15秒戻る", "15秒進む"])
    await expect(page.getByRole("main").getByRole("button", { name })).toBeDisabled();
  await expect(page).toHaveTitle(`${title} | Mugen ∞`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  const author = page.getByRole("main").getByRole("link", { name: "夜野 かなで", exact: true }).first();
  await expect(author).toHaveAttribute("href", path.replace(/\/track\/\d+$/, ""));
  const label = page.getByRole("list", { name: "カテゴリー" }).getByRole("link").first();
  expect(await label.getAttribute("href")).toBe(
    `/search?${new URLSearchParams({ category: (await label.textContent()) ?? "" })}`,
  );
  await expectAccessible(page, "a track's page");

  await page.goto("/track/999999");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("音声が見つかりません");
  await page.getByRole("link", { name: "ホームに戻る" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("the share button copies the address and shows that for 2 s; the embed code is copied too", {
  tag: "@release",
}, async ({ page, context, server }) => {
  const path = await publishedPath(page, server);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto(path);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const address = await page.locator('link[rel="canonical"]').getAttribute("href");
  const share = page.getByRole("region", { name: "共有" });
  const said = share.getByRole("status").first();
  await share.getByRole("button", { name: "共有" }).click();
  await expect(said).toHaveText("コピーしました");
  expect(await clipboard()).toBe(address);
  await page.clock.runFor(2100);
  await expect(said).toBeEmpty();

  await share.locator("summary").click();
  const code = await share.getByLabel("埋め込みコード").inputValue();
  await share.getByRole("button", { name: "コードをコピー" }).click();
  await expect(share.getByRole("button", { name: "コピーしました" }).last()).toBeVisible();
  expect(await clipboard()).toBe(code);
  expect(code).toContain(`/embed/track/${idOf(path)}"`);
  await expectAccessible(page, "a track's page with the code to embed");
});

test("a device with a share sheet gets the title and the address", { tag: "@release" }, async ({
  page,
  server,
}) => {
  const path = await publishedPath(page, server);
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: ShareData) => Object.assign(window, { shared: data }) });
  });
  await page.goto(path);
  await page.getByRole("region", { name: "共有" }).getByRole("button", { name: "共有" }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "shared")))
    .toEqual({ title, url: await page.locator('link[rel="canonical"]').getAttribute("href") });
});

test("the embedded player plays in another site's page, by pointer and by keyboard, and links to the track", async ({
  page,
  context,
  server,
}) => {
  const path = await publishedPath(page, server);
  const { html } = await (
    await page.request.get(`/oembed?${new URLSearchParams({ url: server.origin + path })}`)
  ).json();
  await inOtherSite(html, async (address) => {
    await context.clearCookies();
    await page.goto(address);
    const frame = page.frameLocator("iframe");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await expect(frame.getByRole("link", { name: title })).toHaveAttribute("href", server.origin + path);
    expect(requests.filter((asked) => asked.startsWith("/audio/"))).toEqual([]);
    const time = () => frame.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
    await frame.getByRole("button", { name: `「${title}」を再生` }).click();
    await expect.poll(time).toBeGreaterThan(0.3);
    const pause = frame.getByRole("button", { name: `「${title}」を一時停止` });
    await pause.press("Space");
    await expect(frame.getByRole("button", { name: `「${title}」を再生` })).toBeVisible();
    const before = await time();
    await frame.getByRole("slider", { name: "再生位置" }).press("ArrowRight");
    await frame.getByRole("slider", { name: "再生位置" }).press("ArrowRight");
    expect(await time()).toBeGreaterThan(before);
    expect(await context.cookies()).toEqual([]);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      frame.getByRole("link", { name: title }).click(),
    ]);
    await expect(opened).toHaveURL(server.origin + path);
  });
});

test("an embedded player shows a failure and plays once the audio is available again", {
  tag: "@release",
}, async ({ page, server }) => {
  const path = await publishedPath(page, server);
  await page.route("**/audio/*", (route) => route.abort());
  await page.goto(`/embed/track/${idOf(path)}`);
  await page.getByRole("button").click();
  await expect(page.getByRole("alert")).toHaveText("再生できませんでした。もう一度お試しください。");
  await page.unroute("**/audio/*");
  await page.getByRole("button").click();
  await expect
    .poll(() => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.1);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("axe finds nothing in the embedded player, and it fits a small frame", { tag: "@release" }, async ({
  page,
  server,
}) => {
  const path = await publishedPath(page, server);
  for (const [width, height] of [
    [600, 200],
    [320, 180],
    [240, 120],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/embed/track/${idOf(path)}`);
    const overflow = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    expect(overflow, `${width}×${height}`).toEqual([0, 0]);
  }
  await expectAccessible(page, "the embedded player");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the address and the code are shown, and both players have the browser's controls", {
    tag: "@release",
  }, async ({ browser, page, server }) => {
    const maker = await browser.newPage({ baseURL: server.origin, javaScriptEnabled: true });
    const path = await publishedPath(maker, server);
    await maker.close();
    await page.goto(path);
    const share = page.getByRole("region", { name: "共有" });
    await expect(share.getByLabel("この音声のアドレス")).toHaveValue(server.origin + path);
    await share.locator("summary").click();
    await expect(share.getByLabel("埋め込みコード")).toBeVisible();
    await expect(share.getByRole("button")).toHaveCount(0);
    await expect(page.locator("main audio[controls]").first()).toBeVisible();
    await page.goto(`/embed/track/${idOf(path)}`);
    await expect(page.locator("audio[controls]")).toBeVisible();
    await expect(page.getByRole("slider", { name: "再生位置" })).toBeHidden();
  });
});
