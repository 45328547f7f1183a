import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { openRowMenu } from "./row-menu.ts";
import { endSession, expect, expectLoginPrompt, signIn, signInAtHome, siteFilledBy } from "./site.ts";

/** The usual site with two tracks of a member @kanade; 2 is the newest. */
const test = siteFilledBy(async () => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  await addTrack({ userId, title: "灯台守の一日" });
  await addTrack({ userId, title: "東京の地下を走る長い電車の音について、静かに語り合う一時間" });
});

const trackPage = "/kanade/track/1";
const heart = (page: Page) => page.getByRole("main").getByRole("button", { name: /いいね/ });
/** A like button of nobody shows no number. */
const count = async (page: Page) => Number(/\d+/.exec((await heart(page).textContent()) ?? "")?.[0] ?? 0);
const likeCall = /\/api\/likes\/\d+$/;
/** Waits for hydration: React has written its properties on the button. */
const alive = (page: Page) =>
  expect
    .poll(() =>
      heart(page).evaluate((button) => Object.keys(button).some((key) => key.startsWith("__react"))),
    )
    .toBe(true);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

/** Signs in with a new account through the prompt's link. */
async function signInFrom(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "ログインする" }).click();
  await page.getByLabel("名前").fill("朝野 ひびき");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("メールアドレス").press("Enter");
}

test("a like shows immediately, stays, is among the favourites, and can be undone there", async ({
  page,
}) => {
  await signIn(page);
  await open(page, trackPage);
  const home = page
    .getByRole("navigation", { name: "メインナビゲーション" })
    .getByRole("link", { name: "ホーム" });
  await expect(home).toHaveAttribute("aria-current", "page");
  const before = await count(page);
  await page.route(
    likeCall,
    async (route) => {
      // Shown before the server's response.
      await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
      expect(await count(page)).toBe(before + 1);
      await route.continue();
    },
    { times: 1 },
  );
  const answered = page.waitForResponse(likeCall);
  await heart(page).click();
  await answered;
  // The seal that is pressed on what one likes.
  await expect(heart(page).getByText("好")).toBeVisible();
  await page.reload();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  expect(await count(page)).toBe(before + 1);

  await page.goto("/favorites");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("お気に入り");
  const row = page.locator("main li[data-track]");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link", { name: "灯台守の一日", exact: true })).toHaveAttribute(
    "href",
    trackPage,
  );
  await openRowMenu(row);
  await row.getByRole("button", { name: "「灯台守の一日」にいいね" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "お気に入りがありません" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  // A like that was undone by mistake can be restored, repeatedly.
  const toast = page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");
  for (const _ of ["once", "again"]) {
    await expect(toast).toContainText("お気に入りから外しました灯台守の一日");
    await toast.getByRole("button", { name: "元に戻す" }).click();
    await expect(toast).toHaveCount(0);
    await expect(row).toHaveCount(1);
    await openRowMenu(row);
    await expect(row.getByRole("button", { name: "「灯台守の一日」にいいね" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await row.getByRole("button", { name: "「灯台守の一日」にいいね" }).click();
    await expect(row).toHaveCount(0);
  }
  await expectAccessible(page, "a favourite has gone");
});

test("a like that fails is silently undone; of many clicks the last one counts, one request at a time", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await open(page, trackPage);
  const before = await count(page);
  for (const fail of ["network", "server"] as const) {
    await page.route(
      likeCall,
      (route) => (fail === "network" ? route.abort() : route.fulfill({ status: 500, json: {} })),
      { times: 1 },
    );
    await heart(page).click();
    await expect(heart(page)).toHaveAttribute("aria-pressed", "false");
    expect(await count(page)).toBe(before);
  }

  const methods: string[] = [];
  const first = Promise.withResolvers<void>();
  await page.route(likeCall, async (route) => {
    methods.push(route.request().method());
    if (methods.length === 1) await first.promise;
    await route.continue();
  });
  // Like, unlike, like, unlike: the first request is pending all the time.
  for (const pressed of ["true", "false", "true", "false"]) {
    await heart(page).click();
    await expect(heart(page)).toHaveAttribute("aria-pressed", pressed);
  }
  expect(await count(page)).toBe(before);
  const last = page.waitForResponse((response) => response.request().method() === "DELETE");
  first.resolve();
  await last;
  await page.reload();
  expect(methods).toEqual(["POST", "DELETE"]);
  await expect(heart(page)).toHaveAttribute("aria-pressed", "false");
  expect(await count(page)).toBe(before);
});

test("a visitor's like waits for the sign-in and is then added once", async ({ page, context }) => {
  await open(page, `${trackPage}?x=1`);
  const before = await count(page);
  await heart(page).click();
  const prompt = page.getByRole("dialog");
  await expect(prompt).toContainText("この機能を利用するには ログインが必要です");
  await expect(heart(page)).toHaveAttribute("aria-pressed", "false");
  const likes: string[] = [];
  context.on("request", (request) => likeCall.test(request.url()) && likes.push(request.url()));
  await signInFrom(page, "pending@example.com");
  await page.waitForURL(`**${trackPage}?x=1`);
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  expect(await count(page)).toBe(before + 1);
  // After unliking, neither another tab nor another visit likes it again.
  const answered = page.waitForResponse(likeCall);
  await heart(page).click();
  await answered;
  const other = await context.newPage();
  await other.clock.install();
  await open(other, trackPage);
  await other.clock.runFor(2000);
  await expect(heart(other)).toHaveAttribute("aria-pressed", "false");
  expect(likes).toHaveLength(2);
  expect(await page.evaluate(() => localStorage.getItem("pending-like"))).toBeNull();
});

test("a like after the session has ended elsewhere prompts for the sign-in and waits for it, but not for somebody else's", {
  tag: "@release",
}, async ({ page }) => {
  const email = await signIn(page);
  await open(page, trackPage);
  await endSession(page);
  await heart(page).click();
  await expectLoginPrompt(page, trackPage);
  await expect(heart(page)).toHaveAttribute("aria-pressed", "false");
  await heart(page).click();
  await signInFrom(page, email);
  await page.waitForURL(`**${trackPage}`);
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");

  await page.clock.install();
  await open(page, "/kanade/track/2");
  await endSession(page);
  const likes: string[] = [];
  page.on("request", (request) => likeCall.test(request.url()) && likes.push(request.url()));
  await heart(page).click();
  await expect.poll(() => likes).toHaveLength(1);
  await signInFrom(page, "another@example.com");
  await page.waitForURL("**/kanade/track/2");
  await alive(page);
  await page.clock.runFor(2000);
  expect(likes).toHaveLength(1);
  await expect(heart(page)).toHaveAttribute("aria-pressed", "false");
});

test("a pending like of a deleted track, or on a device without storage, is silently dropped", {
  tag: "@release",
}, async ({ page }) => {
  await signInAtHome(page);
  await page.evaluate(() => localStorage.setItem("pending-like", `999999 ${Date.now()} `));
  // One that leads to no answer, as when the page is left meanwhile, is tried again.
  await page.route(likeCall, (route) => route.abort(), { times: 1 });
  const unanswered = page.waitForEvent("requestfailed", (request) => likeCall.test(request.url()));
  await page.goto("/");
  await unanswered;
  expect(await page.evaluate(() => localStorage.getItem("pending-like"))).toContain("999999");
  const refused = page.waitForResponse(likeCall);
  await page.goto("/");
  expect((await refused).status()).toBe(404);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("pending-like"))).toBeNull();

  await page.context().clearCookies();
  await page.addInitScript(() => {
    const broken = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Object.defineProperty(window, "localStorage", { get: broken });
  });
  await open(page, trackPage);
  await heart(page).click();
  await expect(page.getByRole("dialog")).toContainText("ログインが必要です");
});

test("axe finds nothing on pages with like buttons and bookmarks, whose targets are large enough", {
  tag: "@release",
}, async ({ page }) => {
  const bookmark = page.getByRole("main").getByRole("link", { name: /プレイリストに追加/ });
  const menus = page.getByRole("main").getByLabel(/」のメニュー$/);
  const expectLarge = async (state: string) => {
    for (const target of await heart(page).or(bookmark).or(menus).all()) {
      const box = await target.boundingBox();
      expect
        .soft(Math.min(box?.width ?? 0, box?.height ?? 0), `a target of ${state}`)
        .toBeGreaterThanOrEqual(44);
    }
  };
  await page.goto("/favorites");
  await expect(page.getByRole("main")).toContainText("ログインが必要です");
  await expectAccessible(page, "favourites of a visitor");
  await signIn(page);
  for (const track of [1, 2])
    await page.request.post(`/api/likes/${track}`, { headers: { Accept: "application/json" } });
  await page.request.post("/api/tracks/1/playlists", {
    data: { name: "夜のリスト" },
    headers: { Accept: "application/json" },
  });
  for (const address of ["/favorites", "/", trackPage]) {
    await page.goto(address);
    // Home's rows are those of the favourites.
    if (address !== "/") await expectAccessible(page, address);
    await expectLarge(address);
    expect(await menus.count()).toBeGreaterThan(0);
    if (address === trackPage) expect(await bookmark.count()).toBeGreaterThan(0);
  }
});
