import type { Page } from "@playwright/test";
import { write } from "#db/client.ts";
import { labels, trackLabels } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, siteFilledBy, untilQuiet } from "./site.ts";

const category = "料理・グルメ";
const author = "台所 かおる";

/** A site with a few tracks, two of them of a category. */
const test = siteFilledBy(async () => {
  const { id: userId } = await addMember({ name: author });
  await addPlaylist({ userId, trackIds: [], name: "炊きたての会" });
  for (let n = 0; n < 7; n++) await addPlaylist({ userId, trackIds: [], name: `お茶の時間 ${n}` });
  const ids = [
    await addTrack({
      userId,
      title: "湯気の向こうの、だしの話",
      script: "A: こんな夜は、鍋に湯をわかします。\nB: 水に昆布をひと切れ沈めて、うま味を待ちます。",
    }),
    await addTrack({ userId, title: "夕食の支度" }),
  ];
  for (let n = 0; n < 23; n++) await addTrack({ userId, title: `よもやま話 ${n}` });
  await write(async (tx) => {
    const [label] = await tx
      .insert(labels)
      .values({ name: category, folded: foldText(category) })
      .returning({ id: labels.id });
    const labelId = label?.id ?? 0;
    await tx.insert(trackLabels).values(ids.map((trackId) => ({ trackId, labelId, position: 0 })));
  });
});

const box = (page: Page) => page.getByRole("searchbox", { name: "検索する言葉" });
const chips = (page: Page) => page.getByRole("navigation", { name: "カテゴリー" });
const results = (page: Page) => page.getByRole("list", { name: "検索結果" }).getByRole("listitem");
const count = (page: Page) => page.getByRole("main").getByRole("status");

test("typing searches after a pause, without losing the focus or adding history entries", async ({
  page,
}) => {
  await page.goto("/");
  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "おすすめ" })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/search.data"))
      asked.push(new URL(request.url()).searchParams.get("search") ?? "");
  });
  // The test controls the clock of the pause.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await box(page).pressSequentially("ｺﾝﾌﾞ");
  await box(page).fill("昆布");
  expect(asked).toEqual([]);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === "昆布");
  await expect(results(page)).toHaveCount(1);
  await expect(count(page)).toHaveText("検索結果: 1件");
  await expect(page.getByRole("heading", { name: "「昆布」の検索結果: 1件" })).toBeVisible();
  await expect(results(page).locator("mark").first()).toHaveText("昆布");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("昆布");
  expect(asked).toEqual(["昆布"]);

  await box(page).fill("どこにも無い言葉");
  await expect(
    page.getByRole("heading", { name: "「どこにも無い言葉」の検索結果が見つかりませんでした" }),
  ).toBeVisible();
  await expect(count(page)).toHaveText("検索結果が見つかりませんでした");
  await expect(box(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.goForward();
  await expect(box(page)).toHaveValue("どこにも無い言葉");
  await box(page).fill("");
  await expect(page).toHaveURL((url) => url.pathname === "/search" && url.search === "");
  await expect(page.getByRole("heading", { name: "おすすめ" })).toBeVisible();
});

test("Enter searches immediately; letters of an IME composition do not; Back leads to the same row of the results", async ({
  page,
}) => {
  await page.goto("/search");
  await box(page).fill("だし");
  await box(page).press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === "だし");
  await expect(results(page).first()).toContainText("だしの話");
  // As an input method does: the text changes during the composition.
  await box(page).evaluate((input: HTMLInputElement) => {
    input.value = "うまm";
    input.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  });
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === "うま");
  await expect(results(page)).toHaveCount(1);
  await expect(box(page)).toHaveValue("うまm");

  await test.step("Back leads to the same row of the results in the same place", async () => {
    await box(page).fill("よもやま");
    await expect(results(page)).toHaveCount(20);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect(results(page)).toHaveCount(23);
    const target = results(page).filter({ hasText: "よもやま話 1" }).last();
    await target.scrollIntoViewIfNeeded();
    const top = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await target.getByRole("link").first().click();
    await page.waitForURL(/\/track\/\d+$/);
    await page.goBack();
    await expect(box(page)).toHaveValue("よもやま");
    await expect(results(page)).toHaveCount(23);
    await expect.poll(top).toBe(before);
  });
});

test("a line that is found plays from there; people and playlists are found beside tracks; the device remembers, and forgets", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto(`/search?search=${encodeURIComponent("昆布")}`);
  const line = results(page).getByRole("link", { name: "水に昆布を" });
  await expect(line).toHaveAttribute("href", /^\/api\/stream\/\d+#t=/);
  const asked = page.waitForRequest(/\/api\/stream\/\d+/);
  await line.click();
  await asked;
  await page.goto(`/search?search=${encodeURIComponent("鍋")}`);
  await page.goto(`/search?search=${encodeURIComponent(author)}`);
  await page.getByRole("region", { name: "人" }).getByRole("link", { name: author }).click();
  await expect(page.getByRole("heading", { level: 1, name: author })).toBeVisible();
  // Who opens at once what was found has searched for it.
  await page.waitForFunction((one) => localStorage.getItem("recent-searches")?.includes(one), author);
  await page.goto(`/search?search=${encodeURIComponent("炊きたて")}`);
  await page
    .getByRole("region", { name: "プレイリスト" })
    .getByRole("link", { name: "炊きたての会" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "炊きたての会" })).toBeVisible();

  await page.goto(`/search?search=${encodeURIComponent("夕食")}`);
  // Kept after a while, in which a search that is still being typed is replaced.
  await page.waitForFunction(() => localStorage.getItem("recent-searches")?.includes("夕食"));
  await page.goto("/search");
  const recent = page.getByRole("region", { name: "最近の検索" });
  await recent.getByRole("link", { name: "夕食" }).click();
  await expect(results(page)).toHaveCount(1);
  await page.goto("/search");
  await recent.getByRole("button", { name: "履歴を消す" }).click();
  await expect(recent).toHaveCount(0);
  await expect(page.locator("#found")).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("recent-searches"))).toBeNull();
});

test("a category narrows the search and stays for the next one; the label of a track leads there", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/search");
  await expect(chips(page).getByRole("link", { name: "おすすめ" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page, "search");
  await chips(page).getByRole("link", { name: "料理・グルメ" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("category") === "料理・グルメ");
  await expect(page.getByRole("heading", { level: 2, name: "料理・グルメ: 2件" })).toBeVisible();
  await expectAccessible(page, "search in a category");
  await expect(chips(page).getByRole("link", { name: "料理・グルメ" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await box(page).fill("昆布");
  await expect(results(page)).toHaveCount(1);
  await expect(page).toHaveURL((url) => url.searchParams.get("category") === "料理・グルメ");
  await chips(page).getByRole("link", { name: "すべて" }).click();
  await expect(page).toHaveURL((url) => url.search === `?${new URLSearchParams({ search: "昆布" })}`);
  await expect(box(page)).toHaveValue("昆布");
  await expectAccessible(page, "search results");
  await results(page).first().getByRole("link").first().click();
  await page.getByRole("list", { name: "カテゴリー" }).getByRole("link", { name: "料理・グルメ" }).click();
  await expect(page).toHaveURL(
    (url) => url.search === `?${new URLSearchParams({ category: "料理・グルメ" })}`,
  );
  await expect(box(page)).toHaveValue("");
  await expect(results(page).last()).toContainText("だしの話");
});

test("however many playlists are found, they scroll beside each other and the page stays as wide as the window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/search?search=お茶");
  await expect(page.getByRole("link", { name: /すべて見る.*プレイリスト/ })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test("what is typed before hydration is searched for afterwards", { tag: "@release" }, async ({ page }) => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/search", { waitUntil: "commit" });
  await box(page).pressSequentially("だし");
  goOn();
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === "だし");
  await expect(results(page).first()).toContainText("だしの話");
  await expect(box(page)).toHaveValue("だし");
});

test("a click on a category or a link soon after the last letter is not lost", { tag: "@release" }, async ({
  page,
}) => {
  await page.goto("/search");
  await untilQuiet(page);
  await page.clock.install();
  let answered = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    await answered.promise;
    // The page may have given the request up for another one.
    await route.continue().catch(() => {});
  });
  /** Responses are delayed while `during` runs. */
  const whileAsking = async (during: () => Promise<void>) => {
    answered = Promise.withResolvers();
    await during();
    await page.clock.runFor(400);
    answered.resolve();
  };
  await whileAsking(async () => {
    await box(page).fill("昆布");
    await chips(page).getByRole("link", { name: "料理・グルメ" }).click();
  });
  await expect(page).toHaveURL(
    (url) => url.search === `?${new URLSearchParams({ search: "昆布", category: "料理・グルメ" })}`,
  );
  await expect(results(page)).toHaveCount(1);

  await page.goto("/search");
  await untilQuiet(page);
  await whileAsking(async () => {
    await box(page).fill("昆布");
    await page.clock.runFor(400);
    await expect(page.getByRole("button", { name: "検索", exact: true })).toHaveAttribute(
      "aria-busy",
      "true",
    );
    await chips(page).getByRole("link", { name: "料理・グルメ" }).click();
  });
  await expect(page).toHaveURL(
    (url) => url.search === `?${new URLSearchParams({ search: "昆布", category: "料理・グルメ" })}`,
  );
  await expect(results(page)).toHaveCount(1);

  await whileAsking(async () => {
    await box(page).fill("よもやま");
    await results(page).first().getByRole("link").first().click();
  });
  await page.waitForURL(/\/track\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("だしの話");
});

test("search is accessible where it finds nothing", { tag: "@release" }, async ({ page }) => {
  for (const query of ["?search=の&category=料理・グルメ", "?category=無い棚"]) {
    await page.goto(`/search${query}`);
    await expectAccessible(page, `search ${query}`);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form, the categories and the pages work", async ({ page }) => {
    await page.goto("/search?category=料理・グルメ");
    await box(page).fill("ﾄﾞｺﾆﾓﾅｲ");
    await page.getByRole("search").getByRole("button", { name: "検索" }).click();
    await expect(page).toHaveURL((url) => url.searchParams.get("category") === "料理・グルメ");
    await expect(
      page.getByRole("heading", { name: /「ﾄﾞｺﾆﾓﾅｲ」の検索結果が見つかりませんでした/ }),
    ).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "すべてのカテゴリーで探す" }).click();
    await expect(page).toHaveURL((url) => url.search === `?${new URLSearchParams({ search: "ﾄﾞｺﾆﾓﾅｲ" })}`);
    await box(page).fill("こんばんは");
    await page.getByRole("search").getByRole("button", { name: "検索" }).click();
    await expect(results(page)).toHaveCount(20);
    await expect(results(page).first().locator("mark").first()).toBeVisible();
    await page.getByRole("link", { name: "もっと見る" }).click();
    await expect(results(page)).toHaveCount(4);
    await expect(page.getByRole("heading", { name: "「こんばんは」の検索結果: 24件" })).toBeVisible();
    await page.goto("/search?search=昆布&cursor=not-a-cursor");
    await expect(results(page)).toHaveCount(1);
    await chips(page).getByRole("link", { name: "すべて" }).click();
    await expect(results(page)).toHaveCount(1);
  });
});

test("by keyboard a link leads past the categories to what was found", { tag: "@release" }, async ({
  page,
}) => {
  await page.goto("/search?search=夕食");
  const skip = page.getByRole("link", { name: "検索結果へ移動" });
  await page.getByRole("button", { name: "検索", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await skip.press("Enter");
  await page.keyboard.press("Tab");
  await expect(results(page).getByRole("button", { name: "「夕食の支度」を再生" })).toBeFocused();
});
