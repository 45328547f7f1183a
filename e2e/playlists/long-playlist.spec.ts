import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, siteFilledBy } from "../site.ts";

const length = 300;
/** So many rows are in the page at most: those of three windows, and those that people are at. */
const maxDrawn = 50;

let playlist = 0;
let session = "";
const test = siteFilledBy(async () => {
  const owner = await addMember();
  const trackIds = await write(async () => {
    const ids: number[] = [];
    for (let n = 1; n <= length; n++) {
      // Rows of one line and of two.
      const rest = n % 3 === 0 ? "、夜の底を歩くあいだに聞こえてきたことのすべて" : "";
      ids.push(await addTrack({ userId: owner.id, title: `曲${n}${rest}` }));
    }
    return ids;
  });
  playlist = await addPlaylist({ userId: owner.id, trackIds, name: "長いリスト" });
  session = await startSession({ userId: owner.id, deviceInfo: "" });
});
// Not by their list's role and name: that looks at thousands of elements.
const rows = (page: Page) => page.locator("main li[data-track]");
const row = (page: Page, n: number) =>
  rows(page).filter({ has: page.locator("a", { hasText: new RegExp(`^曲${n}(、|$)`) }) });
const handle = (page: Page, n: number) => row(page, n).locator("[data-drag-handle]");
const announcement = (page: Page) => page.getByRole("status").filter({ hasText: /番目に移動しました/ });
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top }), y);

/** The rows that are drawn: what they are, and whether each begins where the one before it ends. */
const drawn = (page: Page) =>
  rows(page).evaluateAll((all) => ({
    numbers: all.map((one) => Number(/曲(\d+)/.exec(one.querySelector("a")?.textContent ?? "")?.[1])),
    places: all.map((one) => Number(one.getAttribute("aria-posinset"))),
    sizes: [...new Set(all.map((one) => Number(one.getAttribute("aria-setsize"))))],
    breaks: all.slice(1).filter((one, index) => {
      const end = all[index]?.getBoundingClientRect().bottom ?? 0;
      return Math.abs(one.getBoundingClientRect().top - end) > 1;
    }).length,
  }));

/** Scrolls there. Returns the number of a row in the middle of the window, when all that belongs there is drawn. */
async function middleAt(page: Page, y: number): Promise<number> {
  await scrollTo(page, y);
  const middle = () =>
    rows(page).evaluateAll((all) => {
      // Those of where it was before may be drawn still.
      const one = all.find((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top > window.innerHeight / 3 && bottom < window.innerHeight;
      });
      return Number(/曲(\d+)/.exec(one?.querySelector("a")?.textContent ?? "")?.[1] ?? 0);
    });
  await expect.poll(middle).toBeGreaterThan(0);
  await expect.poll(async () => (await drawn(page)).numbers.length).toBeGreaterThan(20);
  return await middle();
}

/** The row that is seen first: its number, and where it begins in the window, in px. */
const seenFirst = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const one = all.find((row) => row.getBoundingClientRect().bottom > 0);
    return {
      n: Number(/曲(\d+)/.exec(one?.querySelector("a")?.textContent ?? "")?.[1]),
      y: one?.getBoundingClientRect().top ?? Number.NaN,
    };
  });

/** Scrolls by ten windows. Returns the numbers of all that is in the page meanwhile. */
const passingBy = (page: Page) =>
  page.evaluate(async () => {
    const numbers: number[] = [];
    for (let step = 0; step < 10; step++) {
      for (const link of document.querySelectorAll("main [data-track] a.row-title"))
        numbers.push(Number(/^曲(\d+)/.exec(link.textContent)?.[1] ?? 1));
      window.scrollBy({ top: window.innerHeight });
      // A few pages load by themselves, then a click is needed.
      document.querySelector<HTMLElement>("main a[href*='cursor=']:not([aria-disabled])")?.click();
      // What comes by is in the page with the next picture.
      for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    }
    return numbers;
  });

/** Opens the playlist as its owner and scrolls through all of it. Returns the numbers of all tracks in their order. */
async function openWhole(page: Page, origin: string): Promise<number[]> {
  await page.context().addCookies([{ name: "mugen_session", value: session, url: origin }]);
  const address = `/playlists/${playlist}`;
  await page.goto(address);
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const passing = passingBy(page).then(
          (numbers) => {
            for (const n of numbers) seen.add(n);
            return true;
          },
          () => false,
        );
        // A busy browser without a window may stop drawing a long page: scripts run, but no frame comes any more. An
        // address where nobody answers in between gives the page a new renderer.
        if (!(await Promise.race([passing, delay(5000, false)]))) {
          await page.goto("http://127.0.0.1:1/").catch(() => {});
          // The browser's own page for it comes after the refusal, and would interrupt what is opened before.
          await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" });
          await page.goto(address);
        }
        return seen.size;
      },
      { timeout: 60_000 },
    )
    .toBe(length);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await expect(row(page, length)).toBeInViewport();
  return [...seen];
}

test("all rows come by while it is scrolled, few are in the page, and Back leads to the same one; rows are moved past all that is in the page", {
  tag: "@release",
}, async ({ page, server }) => {
  test.setTimeout(240_000);
  const seen = await openWhole(page, server.origin);
  expect(seen).toEqual(Array.from({ length }, (_, index) => index + 1));
  for (const y of [20_000, 19_300, 9_000, 0]) {
    await scrollTo(page, y);
    await expect.poll(async () => (await drawn(page)).breaks).toBe(0);
    const { numbers, places, sizes } = await drawn(page);
    expect(numbers.length).toBeLessThan(maxDrawn);
    expect(places).toEqual(numbers);
    expect(sizes).toEqual([length]);
  }
  await expect(row(page, 1)).toBeInViewport();

  await middleAt(page, 15_000);
  await expectAccessible(page, "in the middle of a long playlist");
  // That has looked elsewhere too.
  const first = await middleAt(page, 15_000);
  const place = await row(page, first).boundingBox();
  await row(page, first).locator("a", { hasText: /^曲/ }).click();
  await page.waitForURL(/\/track\//);
  await page.goBack();
  await expect(row(page, first)).toBeInViewport();
  // Within a fraction of a row: what was guessed above it may have been drawn since.
  const moved = async () => Math.abs(((await row(page, first).boundingBox())?.y ?? 1000) - (place?.y ?? 0));
  await expect.poll(moved).toBeLessThan(20);

  // A window of another width has rows of other heights: what was seen first stays where it was.
  const top = await seenFirst(page);
  await page.setViewportSize({ width: 320, height: 812 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expect
    .poll(async () => {
      const now = await seenFirst(page);
      return [now.n, Math.abs(now.y - top.y) < 20];
    })
    .toEqual([top.n, true]);
  for (const by of [3000, -1500]) {
    await page.evaluate((top) => window.scrollBy({ top }), by);
    await expect.poll(async () => (await drawn(page)).breaks).toBe(0);
  }

  const dialog = page.getByRole("dialog", { name: "位置を指定して移動" });
  await test.step("by keys from the last place to the first and back", async () => {
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await page.setViewportSize({ width: 375, height: 812 });
    // Rows that come into the window have heights of their own: the end moves until all of them are drawn.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
      await expect(row(page, length)).toBeInViewport({ timeout: 1000 });
    }).toPass();
    await handle(page, length).focus();
    await page.keyboard.press("Home");
    await expect(announcement(page)).toHaveText(/^「曲300.*」を1番目に移動しました$/);
    await expect(handle(page, length)).toBeFocused();
    await expect(handle(page, length)).toBeInViewport();
    await expect.poll(async () => (await drawn(page)).numbers.slice(0, 3)).toEqual([length, 1, 2]);
    // A busy browser may just be drawing the row anew.
    await handle(page, length).press("End");
    await expect(handle(page, length)).toBeFocused();
    await expect(handle(page, length)).toBeInViewport();
    await expect(row(page, length)).toHaveAttribute("aria-posinset", String(length));

    await scrollTo(page, 0);
    await expect(row(page, 1)).toBeInViewport();
    await expect(handle(page, length)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(announcement(page)).toHaveText(/を299番目に移動しました$/);
    await expect(handle(page, length)).toBeFocused();
    await expect(handle(page, length)).toBeInViewport();

    await page.keyboard.press("Enter");
    await dialog.getByLabel("何番目に移動しますか").fill("120");
    await page.keyboard.press("Enter");
    await expect(handle(page, length)).toBeFocused();
    await expect(handle(page, length)).toBeInViewport();
    await expect(row(page, length)).toHaveAttribute("aria-posinset", "120");
    await expect(row(page, 119)).toHaveAttribute("aria-posinset", "119");

    // Back to its place, so that all that follows stand at theirs.
    await page.keyboard.press("Enter");
    await dialog.getByLabel("何番目に移動しますか").fill(String(length));
    await page.keyboard.press("Enter");
    await expect(row(page, length)).toHaveAttribute("aria-posinset", String(length));
  });

  await test.step("one that is taken out in the middle leaves the focus to the next, and the places close up", async () => {
    const n = await middleAt(page, 18_000);
    await handle(page, n).click();
    await dialog.getByRole("button", { name: "プレイリストから外す" }).click();
    await expect(row(page, n)).toHaveCount(0);
    await expect(handle(page, n + 1)).toBeFocused();
    await expect(row(page, n + 1)).toHaveAttribute("aria-posinset", String(n));
    await expect.poll(async () => (await drawn(page)).sizes).toEqual([length - 1]);
  });

  await test.step("a row is dragged past all that was in the page, and Escape brings it back from there", async () => {
    await scrollTo(page, 0);
    const lift = async () => {
      await handle(page, 2).scrollIntoViewIfNeeded();
      const box = await handle(page, 2).boundingBox();
      if (!box) throw new Error("not to be seen");
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 20, 600);
      // Deep in the lower edge, where it scrolls fastest: a busy browser draws few pictures, and each goes so far only.
      await page.mouse.move(box.x + 20, 780);
      await expect.poll(() => page.evaluate(() => window.scrollY), { timeout: 60_000 }).toBeGreaterThan(5000);
      await page.mouse.move(box.x + 20, 400);
      expect((await drawn(page)).numbers.length).toBeLessThan(maxDrawn);
    };
    await lift();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(page.locator("[data-dragging]")).toHaveCount(0);
    await expect(row(page, 2)).toHaveAttribute("aria-posinset", "2");
    await scrollTo(page, 0);
    await expect.poll(async () => (await drawn(page)).numbers.slice(0, 3)).toEqual([1, 2, 3]);

    await lift();
    await page.mouse.up();
    await expect(announcement(page)).toHaveText(/^「曲2」を\d+番目に移動しました$/);
    await expect(row(page, 2)).toBeInViewport();
    const { numbers, places, breaks } = await drawn(page);
    const at = numbers.indexOf(2);
    expect(places[at]).toBeGreaterThan(30);
    expect([numbers[at - 1], numbers[at + 1]]).toEqual([places[at], (places[at] ?? 0) + 1]);
    expect(breaks).toBe(0);
  });
});
