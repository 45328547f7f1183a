import type { CDPSession, Locator, Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { endSession, expect, expectLoginPrompt, siteFilledBy } from "./site.ts";

/** Each test has a playlist of its own; the tracks of all are the same, 曲1 to 曲120. */
const playlists: Record<string, number> = {};
let session = "";

const test = siteFilledBy(async () => {
  const owner = await addMember();
  const trackIds = await write(async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 120; n++) ids.push(await addTrack({ userId: owner.id, title: `曲${n}` }));
    return ids;
  });
  const lengths = {
    mouse: 6,
    touch: 20,
    keys: 6,
    dialog: 120,
    failure: 5,
    returning: 8,
    tabs: 5,
    plain: 60,
    playing: 5,
  };
  for (const [name, length] of Object.entries(lengths))
    playlists[name] = await addPlaylist({ userId: owner.id, trackIds: trackIds.slice(0, length), name });
  session = await startSession({ userId: owner.id, deviceInfo: "" });
});

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Opens a playlist as its owner. */
async function open(page: Page, name: string): Promise<string> {
  const path = `/playlists/${playlists[name]}`;
  await page
    .context()
    .addCookies([{ name: "mugen_session", value: session, url: test.info().project.use.baseURL ?? origin }]);
  await page.goto(path);
  return path;
}
let origin = "";
test.beforeEach(({ server }) => {
  origin = server.origin;
});

const rows = (page: Page) => page.getByRole("list", { name: "プレイリストの音声" }).locator("> li");
const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole("link", { name: title, exact: true }) });
const handle = (page: Page, title: string) => page.getByRole("button", { name: `「${title}」を並べ替える` });
const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
/** What the list tells those who do not see it. */
const said = (page: Page) => page.getByRole("status").filter({ hasText: /番目に移動しました|いちばん/ });
const dragged = (page: Page) => page.locator("[data-dragging]");

/** The first titles of the list, without their word. */
const order = (page: Page) =>
  rows(page)
    .locator("a[href^='/track/']:not([href*='/playlists'])")
    .allTextContents()
    .then((titles) => titles.map((title) => title.replace("曲", "")).join(" "));

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("not to be seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The order that the server has. */
async function expectKept(page: Page, expected: string): Promise<void> {
  await page.reload();
  expect(await order(page)).toBe(expected);
}

test("by mouse: a row is dragged by its handle, put back with Escape, and a click is none", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await open(page, "mouse");
  const grip = await middleOf(handle(page, "曲1"));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await expect(dragged(page)).toHaveCount(0);
  const third = await middleOf(row(page, "曲3"));
  await page.mouse.move(grip.x, third.y + 20, { steps: 5 });
  await expect(dragged(page)).toHaveCount(1);
  // Those that it has passed made way.
  await expect(row(page, "曲2")).toHaveAttribute("style", /translateY\(-/);
  await page.keyboard.press("Escape");
  await expect(dragged(page)).toHaveCount(0);
  await page.mouse.up();
  expect(await order(page)).toBe("1 2 3 4 5 6");
  await expect(page.getByRole("dialog")).toBeHidden();

  const sent: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/reorder") && sent.push(request.postDataJSON()));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, third.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("2 3 1 4 5 6");
  await expect(said(page)).toHaveText("「曲1」を3番目に移動しました");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  expect(sent).toEqual([{ items: [{ id: expect.any(Number), order: 3 }] }]);
  await expect(row(page, "曲2")).not.toHaveAttribute("style", /translateY/);
  await expectKept(page, "2 3 1 4 5 6");

  const last = await middleOf(handle(page, "曲6"));
  await page.mouse.move(last.x, last.y);
  await page.mouse.down();
  await page.mouse.move(last.x, (await middleOf(row(page, "曲2"))).y - 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("6 2 3 1 4 5");
  await expectAccessible(page, "own playlist");
});

test.describe("by finger", () => {
  test.use({ hasTouch: true, isMobile: true });

  const touch = (
    session: CDPSession,
    type: "touchStart" | "touchMove" | "touchEnd",
    points: { x: number; y: number }[],
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });

  test("a long press starts a drag, a swipe scrolls", async ({ page }) => {
    await open(page, "touch");
    const finger = await page.context().newCDPSession(page);
    const vibrations = await page.evaluateHandle(() => {
      const all: unknown[] = [];
      navigator.vibrate = (pattern) => all.push(pattern) > 0;
      return all;
    });
    const { x, y } = await middleOf(row(page, "曲4").getByRole("link", { name: "曲4", exact: true }));
    // A swipe at once.
    await touch(finger, "touchStart", [{ x, y }]);
    for (let step = 1; step <= 10; step++) await touch(finger, "touchMove", [{ x, y: y - step * 20 }]);
    await touch(finger, "touchEnd", []);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(await vibrations.jsonValue()).toEqual([]);
    expect(await order(page)).toMatch(/^1 2 3 4 5 /);

    await page.evaluate(() => window.scrollTo(0, 0));
    await row(page, "曲3").scrollIntoViewIfNeeded();
    const from = await middleOf(row(page, "曲3").getByRole("link", { name: "曲3", exact: true }));
    const scrolled = await page.evaluate(() => window.scrollY);
    await touch(finger, "touchStart", [from]);
    await expect(dragged(page)).toHaveCount(1);
    expect(await vibrations.jsonValue()).toHaveLength(1);
    const height = (await row(page, "曲2").boundingBox())?.height ?? 0;
    for (let step = 1; step <= 8; step++)
      await touch(finger, "touchMove", [{ x: from.x, y: from.y - (step / 8) * height * 1.2 }]);
    await touch(finger, "touchEnd", []);
    await expect.poll(() => order(page)).toMatch(/^1 3 2 4 5 /);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    // It was no click on the title.
    expect(page.url()).toContain("/playlists/");
    await expect(toast(page, "順序を更新しました")).toBeVisible();

    // At the lower edge the page scrolls, and the row comes along.
    const start = await middleOf(row(page, "曲2").getByRole("link", { name: "曲2", exact: true }));
    await touch(finger, "touchStart", [start]);
    await expect(dragged(page)).toHaveCount(1);
    await touch(finger, "touchMove", [{ x: start.x, y: 640 }]);
    await touch(finger, "touchMove", [{ x: start.x, y: 690 }]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled + 500);
    await touch(finger, "touchEnd", []);
    await expect(dragged(page)).toHaveCount(0);
    await expect.poll(async () => (await order(page)).split(" ").indexOf("2")).toBeGreaterThan(6);
  });
});

test("by keys: arrows, Home and End keep the focus on the handle, and are sent in their order", async ({
  page,
}) => {
  await open(page, "keys");
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/reorder")) sent.push(request.postDataJSON().items[0].order);
  });
  await handle(page, "曲5").focus();
  await page.keyboard.press("ArrowUp");
  await expect(said(page)).toHaveText("「曲5」を4番目に移動しました");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  expect(await order(page)).toBe("1 2 5 3 4 6");
  await expect(handle(page, "曲5")).toBeFocused();
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  // The last of those that waited stands for them all.
  expect(sent.at(0)).toBe(4);
  expect(sent.at(-1)).toBe(3);
  await page.keyboard.press("End");
  expect(await order(page)).toBe("1 2 3 4 6 5");
  await page.keyboard.press("ArrowDown");
  await expect(said(page)).toHaveText("いちばん下です");
  await page.keyboard.press("Home");
  expect(await order(page)).toBe("5 1 2 3 4 6");
  await expect(handle(page, "曲5")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(said(page)).toHaveText("いちばん上です");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await expect.poll(() => sent.at(-1)).toBe(1);
  await page.waitForLoadState("networkidle");
  await expectKept(page, "5 1 2 3 4 6");
});

test("by naming a place: beyond what is loaded, and back from there", async ({ page }) => {
  await open(page, "dialog");
  await expect(rows(page)).toHaveCount(50);
  await handle(page, "曲2").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "位置を指定して移動" });
  const field = dialog.getByLabel("何番目に移動しますか（1〜120）");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("2");
  for (const wrong of ["0", "121", "夜", ""]) {
    await field.fill(wrong);
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("1〜120の番号を入力してください");
    await expect(field).toHaveValue(wrong);
  }
  await expectAccessible(page, "which place?");
  await field.fill("１１８");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row(page, "曲2")).toHaveCount(0);
  await expect(said(page)).toHaveText("「曲2」を118番目に移動しました");
  await expect(toast(page, "順序を更新しました")).toBeVisible();

  // What follows is there, each track once.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return rows(page).count();
    })
    .toBe(120);
  const numbers = Array.from({ length: 120 }, (_, index) => index + 1).filter((n) => n !== 2);
  numbers.splice(117, 0, 2);
  expect(await order(page)).toBe(numbers.join(" "));

  await handle(page, "曲2").click();
  await dialog.getByLabel("何番目").fill("3");
  await dialog.getByRole("button", { name: "移動する" }).click();
  expect(await order(page)).toMatch(/^1 3 2 4 5 /);
  await expect(handle(page, "曲2")).toBeFocused();
  await expect(handle(page, "曲2")).toBeInViewport();
  await handle(page, "曲2").click();
  await dialog.getByRole("button", { name: "先頭へ" }).click();
  expect(await order(page)).toMatch(/^2 1 3 4 5 /);

  // The same on a page of its own.
  const id = await row(page, "曲2").locator("[id^=item-]").getAttribute("id");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await page.goto(`/playlists/${playlists.dialog}/items/${id?.replace("item-", "")}`);
  await expectAccessible(page, "which place, on a page");
  await page.getByLabel("何番目に移動しますか（1〜120）").fill("2");
  await page.getByRole("button", { name: "移動する" }).click();
  await page.waitForURL(/#item-/);
  await expect.poll(() => order(page)).toMatch(/^1 2 3 4 5 /);
});

test("when the server does not do it, the order is shown again as it was", async ({ page }) => {
  const path = await open(page, "failure");
  await page.route("**/reorder", (route) => route.abort());
  await handle(page, "曲1").focus();
  await page.keyboard.press("ArrowDown");
  await expect(toast(page, "順序の更新に失敗しました")).toBeVisible();
  expect(await order(page)).toBe("1 2 3 4 5");
  await page.unroute("**/reorder");
  await page.route("**/reorder", (route) =>
    route.fulfill({ status: 500, json: { error: "", code: "internal" } }),
  );
  await handle(page, "曲5").focus();
  await page.keyboard.press("Home");
  await expect.poll(() => order(page)).toBe("1 2 3 4 5");
  await page.unroute("**/reorder");
  await endSession(page);
  await handle(page, "曲1").focus();
  await page.keyboard.press("End");
  await expectLoginPrompt(page, path);
  await expect.poll(() => order(page)).toBe("1 2 3 4 5");
});

test("a row that returns while another is asked about or held moves neither its question nor its drag on to a neighbour", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await open(page, "returning");
  /** Removes 曲3; the request fails when the returned function is called. */
  const takeOutInVain = async () => {
    const blocked = Promise.withResolvers<void>();
    await page.route(
      "**/api/playlists/*/items/*",
      async (route) => {
        await blocked.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "「曲3」をプレイリストから外す", exact: true }).click();
    await expect(row(page, "曲3")).toHaveCount(0);
    return async () => {
      blocked.resolve();
      await expect(row(page, "曲3")).toHaveCount(1);
    };
  };
  const dialog = page.getByRole("dialog", { name: "位置を指定して移動" });

  let fail = await takeOutInVain();
  await handle(page, "曲6").click();
  await expect(dialog).toContainText("曲6");
  await fail();
  await dialog.getByLabel("何番目").fill("1");
  await dialog.getByRole("button", { name: "移動する" }).click();
  expect(await order(page)).toBe("6 1 2 3 4 5 7 8");
  await expect(handle(page, "曲6")).toBeFocused();
  await expect(toast(page, "順序を更新しました")).toBeVisible();

  fail = await takeOutInVain();
  await handle(page, "曲7").click();
  await expect(dialog).toContainText("曲7");
  await fail();
  const answer = page.waitForResponse((one) => one.request().method() === "DELETE");
  await dialog.getByRole("button", { name: "プレイリストから外す" }).click();
  await expect.poll(() => order(page)).toBe("6 1 2 3 4 5 8");
  await answer;

  fail = await takeOutInVain();
  const grip = await middleOf(handle(page, "曲5"));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, grip.y + 10, { steps: 5 });
  await expect(dragged(page)).toHaveCount(1);
  await fail();
  const second = await middleOf(row(page, "曲1"));
  await page.mouse.move(grip.x, second.y - 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toBe("6 5 1 2 3 4 8");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectKept(page, "6 5 1 2 3 4 8");
});

test("two tabs: each sees in the end what the server has", async ({ page, context }) => {
  await open(page, "tabs");
  const other = await context.newPage();
  await open(other, "tabs");
  await handle(page, "曲1").focus();
  await page.keyboard.press("End");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  await handle(other, "曲4").focus();
  await other.keyboard.press("Home");
  await expect(toast(other, "順序を更新しました")).toBeVisible();
  await expect.poll(() => order(other)).toBe("4 2 3 5 1");
  await expectKept(page, "4 2 3 5 1");
});

test("the queue of a playlist that is playing follows the new order", async ({ page }) => {
  await open(page, "playing");
  // These tracks have no sound; what follows which is what counts.
  await page.route("**/api/stream/**", (route) => route.abort());
  await row(page, "曲2").getByRole("button", { name: /再生/ }).first().click();
  await handle(page, "曲5").focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowUp");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  expect(await order(page)).toBe("1 2 5 3 4");
  await page.keyboard.press("Shift+N");
  await expect(rows(page).nth(2).getByRole("link", { name: "曲5", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("rows go up and down, to a place and out, and the page comes back to them", async ({ page }) => {
    const path = await open(page, "plain");
    await page.getByRole("button", { name: "「曲2」を上へ" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}#item-\\d+$`));
    expect(await order(page)).toMatch(/^2 1 3 /);
    await expect(page.getByRole("main")).toContainText("曲2");
    await expect(page.getByRole("button", { name: "「曲2」を上へ" })).toBeDisabled();
    await page.getByRole("button", { name: "「曲2」を下へ" }).click();
    expect(await order(page)).toMatch(/^1 2 3 /);
    // Over the edge of the page.
    await page.getByRole("button", { name: "「曲50」を下へ" }).click();
    await expect(page).toHaveURL(/cursor=50\..*#item-/);
    expect(await order(page)).toBe("50 52 53 54 55 56 57 58 59 60");
    await page.getByRole("button", { name: "「曲50」を上へ" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}#item-\\d+$`));

    await page.getByRole("link", { name: "「曲7」を移動する、または外す" }).click();
    await expect(page.getByRole("heading", { name: "位置を指定して移動" })).toBeVisible();
    const field = page.getByLabel("何番目に移動しますか（1〜60）");
    await expect(field).toHaveValue("7");
    await field.fill("61000");
    await page.getByRole("button", { name: "移動する" }).click();
    await expect(page.getByRole("main")).toContainText("1〜60の番号を入力してください");
    await expect(field).toHaveValue("61000");
    await field.fill("60");
    await page.getByRole("button", { name: "移動する" }).click();
    expect(await order(page)).toMatch(/ 60 7$/);
    await page.getByRole("button", { name: "「曲7」を下へ" }).click();
    expect(await order(page)).toMatch(/ 60 7$/);

    await page.getByRole("link", { name: "「曲60」を移動する、または外す" }).click();
    await page.getByRole("button", { name: "プレイリストから外す" }).click();
    await expect(row(page, "曲60")).toHaveCount(0);
    expect(await order(page)).toMatch(/ 59 7$/);
  });
});
