import type { Page } from "@playwright/test";
import { expect } from "../site.ts";
import { dock, listen, open, openScreen, pause, play, screen, stage, test, title } from "./player-site.ts";

/** A touch from `x`, `y` by `dy` px in `steps` moves, with `ms` between the events' timestamps. */
async function drag(
  page: Page,
  o: { dy: number; steps: number; ms: number; x: number; y: number },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const began = Date.now();
  const send = (type: "touchStart" | "touchMove" | "touchEnd", step: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: o.x, y: o.y + (o.dy * step) / o.steps }],
      timestamp: (began + step * o.ms) / 1000,
    });
  await send("touchStart", 0);
  for (let step = 1; step <= o.steps; step++) await send("touchMove", step);
  await send("touchEnd", o.steps);
  await client.detach();
}

async function middleOf(of: ReturnType<Page["locator"]>): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error("not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("swipes lead to the next track and back, in the full-screen player too; elsewhere the page scrolls", {
    tag: "@release",
  }, async ({ page }) => {
    await listen(page);
    const curve = await middleOf(stage(page).locator("[data-swipe]"));
    await drag(page, { ...curve, dy: -140, steps: 4, ms: 20 });
    await expect(title(page)).toHaveText("五番目の音声");
    await drag(page, { ...curve, dy: 140, steps: 4, ms: 20 });
    await expect(title(page)).toHaveText("六番目の音声");
    await drag(page, { ...curve, dy: -60, steps: 4, ms: 20 });
    await drag(page, { ...curve, dy: -140, steps: 4, ms: 150 });
    await expect(title(page)).toHaveText("六番目の音声");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const list = await middleOf(page.getByRole("heading", { name: "新着" }));
    await drag(page, { ...list, dy: -200, steps: 6, ms: 20 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    await expect(title(page)).toHaveText("六番目の音声");

    await page.getByRole("link", { name: "検索" }).first().click();
    // Home's small player goes with it.
    await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
    await openScreen(page);
    const large = await middleOf(screen(page).locator("[data-swipe]"));
    await drag(page, { ...large, dy: -180, steps: 4, ms: 20 });
    await expect(screen(page).getByRole("heading", { level: 2 })).toHaveText("五番目の音声");
  });
});

test("a key that is held skips, plays and pauses once, and seeks on", { tag: "@release" }, async ({
  page,
}) => {
  await open(page);
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  const position = async () => Number(await seek.inputValue());
  const hold = async (key: string) => {
    for (let press = 0; press < 2; press++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  await hold("n");
  await expect(title(page)).toHaveText("五番目の音声");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await hold("k");
  await expect(stage(page).getByRole("button", play)).toBeVisible();
  const before = await position();
  await hold("l");
  await expect.poll(position).toBe(before + 30);
});

test("keys play, seek, skip and show the help; not in text fields", async ({ page }) => {
  await open(page);
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  const position = async () => Number(await seek.inputValue());
  await page.keyboard.press("k");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(stage(page).getByRole("button", play)).toBeVisible();
  const before = await position();
  await page.keyboard.press("l");
  await expect.poll(position).toBe(before + 15);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(position).toBe(before + 30);
  await page.keyboard.press("j");
  await expect.poll(position).toBe(before + 15);
  // The slider's own keys, in the same steps.
  await seek.press("ArrowRight");
  await expect.poll(position).toBe(before + 30);
  await seek.press("PageDown");
  await expect.poll(position).toBe(before + 15);
  await seek.blur();
  await page.keyboard.press(">");
  await expect(stage(page).getByRole("button", { name: /再生速度 1.25倍/ })).toBeVisible();
  await page.keyboard.press("n");
  await expect(title(page)).toHaveText("五番目の音声");
  await page.keyboard.press("p");
  await expect(title(page)).toHaveText("六番目の音声");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "キーボードショートカット" });
  await expect(help).toBeVisible();
  await page.keyboard.press("n");
  await help.getByRole("switch", { name: "ショートカットを使う" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page
    .getByRole("navigation", { name: "メニュー" })
    .getByRole("button", { name: "キーボードショートカット" })
    .click();
  await expect(title(page)).toHaveText("六番目の音声");
  await help.getByRole("switch", { name: "ショートカットを使う" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "検索" }).first().click();
  await page.getByRole("searchbox").first().fill("");
  await page.getByRole("searchbox").first().pressSequentially("nk ");
  await expect(dock(page)).toContainText("六番目の音声");
  await expect(dock(page).getByRole("button", pause)).toBeVisible();
});
