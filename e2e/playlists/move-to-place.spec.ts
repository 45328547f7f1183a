import { expectAccessible } from "../expect-accessible.ts";
import { openRowMenu } from "../row-menu.ts";
import { expect, untilQuiet } from "../site.ts";
import {
  announcement,
  dragged,
  expectKept,
  handle,
  middleOf,
  open,
  order,
  playlists,
  row,
  rows,
  test,
  toast,
} from "./reorder-site.ts";

test("by naming a place: beyond what is loaded, and back from there", { tag: "@release" }, async ({
  page,
}) => {
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
  await expect(announcement(page)).toHaveText("「曲2」を118番目に移動しました");
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
  await expect.poll(() => order(page)).toBe(numbers.join(" "));

  await handle(page, "曲2").click();
  await dialog.getByLabel("何番目").fill("3");
  await dialog.getByRole("button", { name: "移動する" }).click();
  await expect.poll(() => order(page)).toMatch(/^1 3 2 4 5 /);
  await expect(handle(page, "曲2")).toBeFocused();
  await expect(handle(page, "曲2")).toBeInViewport();
  await handle(page, "曲2").click();
  await dialog.getByRole("button", { name: "先頭へ" }).click();
  await expect.poll(() => order(page)).toMatch(/^2 1 3 4 5 /);

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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("rows go up and down, to a place and out, and the page comes back to them", {
    tag: "@release",
  }, async ({ page }) => {
    const path = await open(page, "plain");
    await page.getByRole("button", { name: "「曲2」を上へ" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}#item-\\d+$`));
    await expect.poll(() => order(page)).toMatch(/^2 1 3 /);
    await expect(page.getByRole("main")).toContainText("曲2");
    await expect(page.getByRole("button", { name: "「曲2」を上へ" })).toBeDisabled();
    // Over the edge of the page.
    await page.getByRole("button", { name: "「曲50」を下へ" }).click();
    await expect(page).toHaveURL(/cursor=50\..*#item-/);
    await expect.poll(() => order(page)).toBe("50 52 53 54 55 56 57 58 59 60");
    await page.getByRole("button", { name: "「曲50」を上へ" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}#item-\\d+$`));

    await page.getByRole("link", { name: "「曲7」を移動する、または外す" }).click();
    await expect(page.getByRole("heading", { name: "位置を指定して移動" })).toBeVisible();
    const field = page.getByLabel("何番目に移動しますか（1〜60）");
    await expect(field).toHaveValue("7");
    await field.fill("60");
    await page.getByRole("button", { name: "移動する" }).click();
    await expect.poll(() => order(page)).toMatch(/ 60 7$/);

    await page.getByRole("link", { name: "「曲60」を移動する、または外す" }).click();
    await page.getByRole("button", { name: "プレイリストから外す" }).click();
    await expect(row(page, "曲60")).toHaveCount(0);
    await expect.poll(() => order(page)).toMatch(/ 59 7$/);
    await page.getByRole("button", { name: "元に戻す" }).click();
    await expect(page.getByText("元の位置に戻しました")).toBeVisible();
    await expect.poll(() => order(page)).toMatch(/ 59 60 7$/);
    await expect(page.getByRole("button", { name: "元に戻す" })).toHaveCount(0);
  });
});

test("a row that returns while another is asked about or held moves neither its question nor its drag on to a neighbour", {
  tag: "@release",
}, async ({ page }) => {
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
    await openRowMenu(row(page, "曲3"));
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
  await expect.poll(() => order(page)).toBe("6 1 2 3 4 5 7 8");
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
  await untilQuiet(page);
  await expectKept(page, "6 5 1 2 3 4 8");
});
