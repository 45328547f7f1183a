import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { openRowMenu } from "./row-menu.ts";
import { expect, signIn, siteFilledBy, untilQuiet } from "./site.ts";

const count = 150;

/** The usual site with 150 tracks of @kanade, 2 s each; 「第150回」 is the newest. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  const titles = Array.from({ length: count }, (_, n) => `第${n + 1}回`);
  await addSoundingTracks({ dataDir, userId, titles, seconds: 2 });
});

const main = (page: Page) => page.getByRole("main");
const more = (page: Page) => main(page).getByRole("link", { name: "もっと見る" });
const row = (page: Page, title: string) =>
  page.locator("main li[data-track]").filter({ has: page.getByText(title, { exact: true }) });
const shown = (page: Page) => main(page).locator("li[data-track]");
const toEnd = (page: Page) =>
  page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
/** The list pages that the browser requests from now on. */
function cursorsAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const cursor = new URL(request.url()).searchParams.get("cursor");
    if (cursor !== null) asked.push(cursor);
  });
  return asked;
}

test("a list grows while it is scrolled: five pages automatically, then after a click; not by Tab", async ({
  page,
}) => {
  await page.goto("/kanade");
  await expect(shown(page)).toHaveCount(20);
  // In a wide window three covers stand side by side.
  for (const [width, columns] of [
    [1279, 1],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    const tops = await shown(page).evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
  for (const expected of [40, 60, 80, 100, 120]) {
    await toEnd(page);
    await expect(shown(page)).toHaveCount(expected);
  }
  await toEnd(page);
  await expect(more(page)).toBeInViewport();
  await expect(shown(page)).toHaveCount(120);
  await more(page).click();
  await expect(shown(page)).toHaveCount(140);
  await page.keyboard.press("Tab");
  await toEnd(page);
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await expect(more(page), "Tab makes no list longer").toHaveText("もっと見る");
  await page.keyboard.press("End");
  await expect(shown(page)).toHaveCount(count);
  await expect(more(page)).toHaveCount(0);
  await expect(row(page, "第1回")).toHaveCount(1);
  // Rows far out of view are not rendered.
  expect(
    await shown(page)
      .first()
      .locator("a")
      .first()
      .evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true })),
  ).toBe(false);
});

test("each page is requested once, however early the observer reports the end", { tag: "@release" }, async ({
  page,
}) => {
  // A slow device reports between the response and its rows; this observer always does.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      #tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(tell, options);
        this.#tell = tell;
      }
      override observe(target: Element) {
        super.observe(target);
        queueMicrotask(() => {
          const box = target.getBoundingClientRect();
          const below = Number.parseInt(this.rootMargin.split(" ")[2] ?? "", 10);
          const entry = {
            target,
            time: performance.now(),
            rootBounds: null,
            boundingClientRect: box,
            intersectionRect: box,
            intersectionRatio: 1,
            isIntersecting: box.top < innerHeight + below && box.bottom > 0,
          };
          this.#tell([entry], this);
        });
      }
    };
  });
  const asked = cursorsAskedFor(page);
  await page.goto("/kanade");
  for (const expected of [40, 60, 80, 100, 120]) {
    await toEnd(page);
    await expect(shown(page)).toHaveCount(expected);
  }
  expect(asked).toHaveLength(5);
  expect(new Set(asked).size).toBe(5);
});

test("a list grows when a busy browser delivers far and near entries together", { tag: "@release" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          const [first] = held;
          if (first?.isIntersecting || held.length > 1) tell(held.splice(0), observer);
        }, options);
      }
    };
  });
  await page.goto("/kanade");
  for (const expected of [40, 60, 80]) {
    await toEnd(page);
    await expect(shown(page)).toHaveCount(expected);
    // Far from the end: the entry is delayed.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
});

test("nothing is requested before the first scroll, and after a failure not before a click", {
  tag: "@release",
}, async ({ page }) => {
  const asked = cursorsAskedFor(page);
  await page.goto("/kanade");
  await expect(more(page)).toBeVisible();
  await untilQuiet(page);
  expect(asked).toEqual([]);
  await page.route(/kanade\.data/, (route) => route.abort());
  await toEnd(page);
  await expect(main(page).getByRole("alert")).toContainText("続きを読み込めませんでした");
  expect(asked).toHaveLength(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  await toEnd(page);
  // The page's own observer was there first, and has been told.
  await more(page).evaluate(
    (link) =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && done());
        observer.observe(link);
      }),
  );
  expect(asked).toHaveLength(1);
  await page.unroute(/kanade\.data/);
  await more(page).click();
  await expect(shown(page)).toHaveCount(40);
  await expect(main(page).getByRole("alert")).toHaveCount(0);
});

test("a list grows after hydration when it was scrolled to the end before", { tag: "@release" }, async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/kanade", { waitUntil: "commit" });
  await expect(shown(page)).toHaveCount(20);
  await toEnd(page);
  await expect(more(page)).toBeInViewport();
  held.resolve();
  await expect(shown(page)).toHaveCount(40);
});

test("Back leads to the same row in the same place, without requests", async ({ page }) => {
  await page.goto("/kanade");
  await expect(shown(page)).toHaveCount(20);
  for (const expected of [40, 60, 80]) {
    await toEnd(page);
    await expect(shown(page)).toHaveCount(expected);
  }
  const target = row(page, "第85回");
  await target.scrollIntoViewIfNeeded();
  const top = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const [before, loaded] = [await top(), await shown(page).count()];
  await target.getByRole("link", { name: "第85回", exact: true }).click();
  await page.waitForURL("**/kanade/track/85");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("第85回");
  const asked = cursorsAskedFor(page);
  await page.goBack();
  await expect(target).toBeInViewport();
  await expect.poll(top).toBe(before);
  expect(await shown(page).count()).toBeGreaterThanOrEqual(loaded);
  expect(new Set(asked).size).toBe(asked.length);
  // The list grows from there.
  await toEnd(page);
  await expect.poll(() => shown(page).count()).toBeGreaterThan(loaded);
  const titles = await shown(page).locator("a.row-title").allTextContents();
  expect(titles).toEqual(titles.map((_, n) => `第${count - n}回`));
});

test("the following tracks of the list are played next, also those that the page has not loaded", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/kanade");
  await expect(shown(page)).toHaveCount(20);
  await row(page, "第150回").getByRole("button", { name: "「第150回」を再生" }).click();
  await expect(row(page, "第150回").locator("[aria-current=true]")).toHaveCount(1);
  await row(page, "第150回").getByRole("button", { name: "「第150回」を一時停止" }).click();
  await expectAccessible(page, "a list with its current row");

  await row(page, "第131回").getByRole("button", { name: "「第131回」を再生" }).click();
  await expect(row(page, "第131回").getByRole("link", { name: "第131回", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  // Beyond the end of the page: the player requests the next one.
  const bar = page.getByRole("region", { name: "再生中の音声" });
  for (const title of ["第130回", "第129回"])
    await expect(bar.getByText(title).first()).toBeVisible({ timeout: 60_000 });
  await toEnd(page);
  await expect.poll(() => shown(page).count()).toBeGreaterThanOrEqual(40);
  await expect(main(page).locator("li[data-track] a[aria-current=true]")).toHaveCount(1);
});

test("an unliked track leaves the favourites, also beyond the first page, and all its counts change", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  for (let id = 1; id <= 45; id++)
    await page.request.post(`/api/likes/${id}`, { headers: { Accept: "application/json" } });
  await page.goto("/favorites");
  await expect(shown(page)).toHaveCount(20);
  await toEnd(page);
  await expect(shown(page)).toHaveCount(40);
  const heart = row(page, "第10回").getByRole("button", { name: "「第10回」にいいね" });
  await openRowMenu(row(page, "第10回"));
  await heart.focus();
  const call = /\/api\/likes\//;
  // The row leaves before the call is sent: the rejection that follows must not meet it.
  await Promise.all([page.waitForResponse(call), page.keyboard.press("Enter")]);
  await expect(row(page, "第10回")).toHaveCount(0);
  await expect(main(page)).toBeFocused();
  await expect(row(page, "第9回")).toHaveCount(1);
  // After a rejection it stays.
  await page.route(call, (route) => route.abort());
  const other = row(page, "第8回").getByRole("button", { name: "「第8回」にいいね" });
  await openRowMenu(row(page, "第8回"));
  await other.click();
  await expect(other).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, "第8回")).toHaveCount(1);
  await page.unroute(call);
  await page.goto("/profile?tab=favorites");
  await openRowMenu(row(page, "第45回"));
  await row(page, "第45回").getByRole("button", { name: "「第45回」にいいね" }).click();
  await expect(row(page, "第45回")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links lead from page to page, and each row has the browser's own player", async ({ page }) => {
    await page.goto("/kanade");
    await expect(row(page, "第150回")).toBeVisible();
    await expect(row(page, "第150回").locator("audio[controls]")).toHaveCount(1);
    await more(page).click();
    await expect(shown(page)).toHaveCount(20);
    await expect(row(page, "第130回")).toBeVisible();
    await more(page).click();
    await expect(row(page, "第110回")).toBeVisible();
    // The menu of a row opens, leads to where its track is shared and reported, and its like button posts.
    await openRowMenu(row(page, "第110回"));
    await row(page, "第110回").getByRole("link", { name: "共有・報告" }).click();
    await expect(page.getByLabel("この音声のアドレス")).toBeInViewport();
    await expect(page.getByRole("link", { name: "この音声を報告" })).toBeInViewport();
    await page.goBack();
    await openRowMenu(row(page, "第110回"));
    await row(page, "第110回").getByRole("button", { name: "いいね" }).click();
    await expect(page).toHaveURL(/\/track\/110\/like\?redirect=%2Fkanade%3Fcursor/);
  });
});
