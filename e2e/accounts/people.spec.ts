import type { Page } from "@playwright/test";
import { z } from "zod";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { Client } from "#test/client.ts";
import { addMember } from "#test/database.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { publish } from "../creation/publish.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { endSession, expect, expectLoginPrompt, signIn, test } from "../site.ts";

const me = z.object({ id: z.string() });
let people = 0;

/** A member who has never been in this browser. */
async function newMember(
  server: RunningServer,
  name: string,
): Promise<{ client: Client; id: string; email: string }> {
  const email = `someone${Date.now()}-${people++}@example.com`;
  const client = await Client.signedIn(server.origin, email, name);
  return { client, email, id: me.parse(await (await client.get("/api/auth/me")).json()).id };
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const followers = (page: Page, count: number) =>
  main(page).getByRole("link", { name: `${count} フォロワー` });
const toast = (page: Page) => page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");

test("following shows at once, stays, and is taken back when the server does not do it; calls follow each other", async ({
  page,
  context,
  server,
}) => {
  const other = await newMember(server, "朝日 のぼる");
  await signIn(page);
  await page.goto(`/${other.id}`);
  await expect(followers(page, 0)).toBeVisible();
  const calls = "**/api/users/*/follow";
  const held = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, "フォローする").click();
  await expect(button(page, "フォロー解除")).toBeFocused();
  await expect(button(page, "フォロー中")).toBeVisible();
  await expect(followers(page, 1)).toBeVisible();
  const answered = page.waitForResponse(calls);
  held.resolve();
  await answered;
  await page.unroute(calls);
  await page.reload();
  await expect(button(page, "フォロー解除")).toBeVisible();
  await expect(followers(page, 1)).toBeVisible();

  await page.route(calls, (route) => route.abort());
  await button(page, "フォロー解除").click();
  await expect(toast(page)).toHaveText("エラーフォロー解除に失敗しました");
  await expect(button(page, "フォロー解除")).toBeVisible();
  await expect(followers(page, 1)).toBeVisible();
  await page.unroute(calls);
  // Shown before it is sent: the failure that follows must not meet this call.
  await Promise.all([page.waitForResponse(calls), button(page, "フォロー解除").click()]);
  await expect(followers(page, 0)).toBeVisible();
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, "フォローする").click();
  await expect(toast(page)).toHaveText("エラーフォローに失敗しました");
  await expect(button(page, "フォローする")).toBeVisible();
  await expect(followers(page, 0)).toBeVisible();

  await page.unroute(calls);
  await test.step("whom the other blocks reads that it can't be; a block of one's own is asked for, said and ended", async () => {
    const { id } = me.parse(await (await context.request.get("/api/auth/me")).json());
    await other.client.send("POST", `/api/users/${id}/block`);
    await button(page, "フォローする").click();
    await expect(toast(page)).toHaveText("エラーこの会員をフォローできません");
    await other.client.send("DELETE", `/api/users/${id}/block`);
    await main(page).getByRole("link", { name: "ブロックする" }).click();
    await button(page, "ブロックする").click();
    await expect(main(page).getByText("ブロック中の会員です")).toBeVisible();
    await button(page, "ブロックを解除する").click();
    await expect(button(page, "フォローする")).toBeVisible();
  });

  await test.step("what is pressed while a call is under way is sent after it", async () => {
    const held = Promise.withResolvers<void>();
    const sent: string[] = [];
    await page.route(calls, async (route) => {
      sent.push(route.request().method());
      await held.promise;
      await route.continue();
    });
    await button(page, "フォローする").click();
    await button(page, "フォロー解除").click();
    await button(page, "フォローする").click();
    await button(page, "フォロー解除").click();
    await expect(followers(page, 0)).toBeVisible();
    const last = page.waitForResponse((response) => response.request().method() === "DELETE");
    held.resolve();
    await last;
    expect(sent).toEqual(["POST", "DELETE"]);
    await page.reload();
    await expect(button(page, "フォローする")).toBeVisible();
  });

  await test.step("what another tab did wins over what this one did before; an ended session asks for the sign-in", async () => {
    const loaded = () => page.waitForResponse((response) => response.url().includes(`/${other.id}.data`));
    await Promise.all([loaded(), button(page, "フォローする").click()]);
    await expect(button(page, "フォロー解除")).toBeVisible();
    await context.request.delete(`/api/users/${other.id}/follow`);
    // The tab that is chosen anew loads the page's data.
    await main(page).getByRole("link", { name: "投稿音声" }).click();
    await expect(button(page, "フォローする")).toBeVisible();
    await expect(followers(page, 0)).toBeVisible();

    await endSession(page);
    await button(page, "フォローする").click();
    await expectLoginPrompt(page, `/${other.id}?tab=tracks`);
    await expect(toast(page)).toHaveCount(0);
    await expect(button(page, "フォローする")).toBeVisible();
  });
});

test("the lists open over the page by keyboard, lead on and give the focus back", {
  tag: "@release",
}, async ({ page, server }) => {
  const star = await newMember(server, "主役 きらり");
  const names = Array.from({ length: 8 }, (_, n) => `聴き手 ${n}`);
  const fans = await addFollowers(server, star.id, names);
  await signIn(page);
  await page.goto(`/${star.id}`);
  const dialog = page.getByRole("dialog");
  for (const close of ["Escape", "閉じる"]) {
    await followers(page, 8).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("heading")).toHaveText("フォロワー");
    await expect(dialog.getByRole("listitem")).toHaveCount(8);
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: close }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(followers(page, 8)).toBeFocused();
    // The browser tells of an Escape after it has closed the dialog.
    await expect(page.locator("dialog li")).toHaveCount(0);
  }
  await page.keyboard.press("Enter");
  const list = dialog.locator(".overflow-y-auto");
  await expect(dialog.getByRole("listitem")).toHaveCount(8);
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(24 * 16);
  expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  await expectAccessible(page, "dialog");
  await dialog.getByRole("link", { name: "聴き手 0を表示" }).press("Enter");
  await page.waitForURL(`**/${fans[0]}`);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("聴き手 0");

  await page.route("**/api/users/*/following", (route) => route.abort());
  await main(page).getByRole("link", { name: "1 フォロー中" }).click();
  await expect(dialog.getByRole("alert")).toContainText("読み込めませんでした");
  await page.unroute("**/api/users/*/following");
  await dialog.getByRole("button", { name: "もう一度試す" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(/主役 きらり/);
});

/** Followers who need not sign in: that costs the server a look at each new name. */
async function addFollowers({ dataDir }: RunningServer, userId: string, names: readonly string[]) {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  try {
    const ids: string[] = [];
    for (const name of names) {
      const viewer = await addMember({ name });
      await followMember({ viewer, userId });
      ids.push(viewer.id);
    }
    return ids;
  } finally {
    await closeDatabase();
  }
}

test("the followers page goes on in place", { tag: "@release" }, async ({ page, server }) => {
  const star = await newMember(server, "夜野 かなで");
  const names = Array.from({ length: 51 }, (_, n) => `その ${n}`);
  await addFollowers(server, star.id, names);
  await signIn(page);
  await page.goto(`/${star.id}/followers/`);
  await expect(main(page).getByRole("listitem")).toHaveCount(50);
  const more = main(page).getByRole("link", { name: "もっと見る" });
  await page.route("**/api/users/*/followers?*", (route) => route.abort());
  await more.click();
  await expect(main(page).getByRole("alert")).toContainText("続きを読み込めませんでした");
  await page.unroute("**/api/users/*/followers?*");
  await more.click();
  await expect(main(page).getByRole("listitem")).toHaveCount(51);
  await expect(main(page).getByRole("listitem").last()).toContainText("その 0");
  await expect(more).toHaveCount(0);
});

test("a visitor sees a person's page with its head, and the link is copied for 2 s", {
  tag: "@release",
}, async ({ page, server }) => {
  const { id } = await newMember(server, "夜野 かなで");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
  await page.clock.install();
  await page.goto(`/user/${id}`);
  const address = `${server.origin}/${id}`;
  await expect(page).toHaveTitle("夜野 かなで | Mugen ∞");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
  for (const [property, content] of [
    ["og:title", "夜野 かなで | Mugen ∞"],
    ["og:url", address],
  ] as const) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute("content", content);
  }
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
  const described: unknown = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  expect(described).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: { name: "夜野 かなで", url: address },
  });
  await expect(button(page, "フォローする")).toHaveCount(0);
  await expect(followers(page, 0)).toHaveAttribute("href", `/${id}/followers`);
  await followers(page, 0).click();
  const login = page.getByRole("dialog").getByRole("link", { name: "ログインする" });
  await expect(login).toHaveAttribute(
    "href",
    `/api/auth/google?${new URLSearchParams({ redirect: `/${id}/followers` })}`,
  );
  await page.keyboard.press("Escape");
  await expect(followers(page, 0)).toBeFocused();

  // From here on it is this test's to let time pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, "リンクをコピー").click();
  await expect(button(page, "コピーしました")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.clock.runFor(1900);
  await expect(button(page, "コピーしました")).toBeVisible();
  await page.clock.runFor(200);
  await expect(button(page, "リンクをコピー")).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    document.execCommand = () => false;
  });
  await button(page, "リンクをコピー").click();
  await expect(toast(page)).toHaveText(`コピーに失敗しました手動でリンクをコピーしてください ${address}`);
  // On a phone too the address can be read.
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(main(page).getByText(address.replace("http://", ""))).toBeVisible();
});

test("tracks lead to who made them, wherever they are listed; axe finds nothing", {
  tag: "@release",
}, async ({ page, server }) => {
  const author = await newMember(server, "語り手 のぞみ");
  await publish(server, author.email, ["終点の待合室"]);
  const link = () => main(page).getByRole("link", { name: "語り手 のぞみ", exact: true });
  await page.goto("/");
  await main(page)
    .getByRole("list", { name: "新着の音声" })
    .getByRole("link", { name: "語り手 のぞみ", exact: true })
    .click();
  await page.waitForURL(`**/${author.id}`);
  const row = main(page).getByRole("list", { name: "投稿音声" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  const box = await link().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.width).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, "public page");
  await row.getByRole("link").first().click();
  await expect(link()).toHaveAttribute("href", `/${author.id}`);
  // What is searched for is never cached, as おすすめ is for a minute.
  await page.goto(`/search?search=${encodeURIComponent("終点の待合室")}`);
  await expect(link()).toHaveAttribute("href", `/${author.id}`);
  await page.goto(`/${author.id}?tab=playlists`);
  await expect(main(page)).toContainText("公開プレイリストはまだありません");
  await page.goto("/mugen");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mugen");
  await expect(main(page)).toContainText("投稿音声はまだありません");

  await signIn(page);
  await page.goto(`/${author.id}`);
  await button(page, "フォローする").click();
  await expect(followers(page, 1)).toBeVisible();
  await expectAccessible(page, "public page, following");
  for (const list of ["followers", "following"]) {
    await page.goto(`/${author.id}/${list}`);
    await expectAccessible(page, list);
  }
  await page.goto("/nobody_here");
  await expectAccessible(page, "nobody");
});
