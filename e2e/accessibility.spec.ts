import type { APIResponse, Page } from "@playwright/test";
import { agreements } from "#app/features/creation/creation.ts";
import { shortText } from "#test/api/journeys.ts";
import { expectAccessible, expectNarrow } from "./expect-accessible.ts";
import { expect, signIn, spokenMs, test } from "./site.ts";

/** Holds a page as it is once its next form was posted: its data stays that of the running task. Returns what lets it go on. */
async function delayTasks(page: Page): Promise<() => Promise<void>> {
  const data = /create-post(-v2)?\.data/;
  let isPosted = false;
  let held: APIResponse | undefined;
  await page.route(data, async (route) => {
    const isPost = route.request().method() === "POST";
    isPosted ||= isPost;
    if (isPost || !isPosted) return route.continue();
    held ??= await route.fetch();
    await route.fulfill({ response: held });
  });
  return async () => {
    await page.unroute(data);
    // As when its tab comes back into view.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  };
}

/** Presses Tab until `target` has the focus; on the way the focus is always to be seen. */
async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const outlined = [element, element.parentElement].some((one) =>
        [null, "::after"].some((part) => {
          if (!one || (one !== element && !one.matches("label"))) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
          return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
        }),
      );
      return { html: element.outerHTML.slice(0, 120), outlined };
    });
    if (stop) expect(stop.outlined, `focus is seen on ${stop.html}`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`not reached in ${most} presses: ${target}`);
}

test("axe finds nothing on any screen, and none scrolls sideways, with text at 200 % and in a window of 320 px neither", async ({
  page,
}) => {
  test.setTimeout(300_000);
  // What a journey of its own looks at is not looked at here: the search, a profile, a track that
  // does not play, home that plays, the steps of creation.
  for (const path of ["/create-post-v2", "/no/such/page", "/"]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await expectAccessible(page, "side menu");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "投稿" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "login prompt");
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByLabel("名前")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "sign-in with errors");

  await signIn(page, "長い名前の持ち主 ながながひさしく");
  for (const path of ["/", "/notifications", "/profile", "/create-post", "/create-post-v2"]) {
    await page.goto(path);
    // The last one is looked at below, refused.
    if (!["/profile", "/create-post-v2"].includes(path)) await expectAccessible(page, `${path} of a member`);
    await expectNarrow(page, `${path} of a member`, [320]);
  }
  await page.getByRole("button", { name: "台本を生成" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectAccessible(page, "input refused, with a toast");
  for (const path of ["/search", "/sign-in", "/no/such/page"]) {
    await page.goto(path);
    await expectNarrow(page, `${path} of a member`, [320, 375, 1280]);
  }
});

test("from sign-in to sound with the keyboard alone; axe finds nothing at any step", {
  tag: "@release",
}, async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto("/sign-in?redirect=/create-post-v2");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "本文へ移動" });
  await expect(skip).toBeFocused();
  // A list that grows would never let anybody come to a navigation behind it.
  await tabTo(page, page.getByRole("link", { name: "ホーム", exact: true }), 1);
  await page.keyboard.press("Shift+Tab");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByRole("textbox", { name: "名前" }), 3);
  await page.keyboard.type("長い名前の持ち主 ながながひさしく");
  await tabTo(page, page.getByRole("textbox", { name: "メールアドレス" }), 1);
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/create-post-v2");

  await tabTo(page, page.getByRole("textbox", { name: "本文" }));
  await page.keyboard.insertText(`${shortText}日本で最初の番組は1925年に始まりました。`);
  await tabTo(page, page.getByRole("button", { name: "台本を生成" }), 4);
  await page.keyboard.press("Enter");
  const speak = page.getByRole("button", { name: "このまま音声生成" });
  // The new step takes the focus.
  await expect(page.locator("[tabindex='-1']:focus", { has: speak })).toBeVisible({ timeout: spokenMs });
  await expectAccessible(page, "script review");
  // Past the sound of each line, and where it stands in the text.
  await tabTo(page, page.getByRole("slider", { name: "読み上げ速度" }), 16);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("status").filter({ hasText: "1.1倍" })).toBeVisible();
  // Past the choice of voices, which is folded away.
  await tabTo(page, speak, 2);
  const goOn = await delayTasks(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("通常1分〜2分程度かかります")).toBeVisible();
  await expectAccessible(page, "audio being made");
  await goOn();
  const next = page.getByRole("link", { name: "最終投稿に進む" });
  await expect(next).toBeVisible({ timeout: spokenMs });
  await expectAccessible(page, "audio preview");
  const startOver = page.getByRole("button", { name: "やり直す", exact: true });
  await tabTo(page, startOver, 12);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "start over?");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(startOver).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  // The step takes the focus when it is there.
  await expect(page.locator("[tabindex='-1']:focus")).toContainText("最終投稿確認");
  await expectAccessible(page, "final review");
  for (const point of agreements) {
    await tabTo(page, page.getByRole("checkbox", { name: point }), 10);
    await page.keyboard.press("Space");
  }
  await tabTo(page, page.getByRole("button", { name: "投稿する" }), 2);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/track\/\d+\?published$/);
  await tabTo(page, page.getByRole("main").getByRole("button", { name: /を再生$/ }), 10);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("button", { name: /を一時停止$/ })).toBeFocused();
  await expectAccessible(page, "track, playing");
  const seek = page.getByRole("main").getByRole("slider", { name: "再生位置" });
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);
});

test("what was opened gives the focus back when it closes", { tag: "@release" }, async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("button", { name: "メニューを開く" });
  await tabTo(page, menu, 8);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "メニュー" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  const create = page
    .getByRole("navigation", { name: "メインナビゲーション" })
    .getByRole("link", { name: "投稿" });
  await create.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("この機能を利用するには ログインが必要です");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
});

test("nothing moves for those who asked for less motion", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await page.goto("/create-post-v2");
  await page.getByLabel("本文").fill(shortText);
  await page.getByRole("button", { name: "台本を生成" }).click();
  const speak = page.getByRole("button", { name: "このまま音声生成" });
  await expect(speak).toBeVisible();
  await delayTasks(page);
  await speak.click();
  await expect(page.getByText("通常1分〜2分程度かかります")).toBeVisible();
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          return Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY;
        }).length,
    );
  expect(await moving()).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(moving).toBeGreaterThan(0);
});

test("one word of 2,000 characters and text from right to left stay on the page", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page, "ながいなまえ".repeat(8));
  for (const [title, text] of [
    ["題".repeat(100), "w".repeat(2000)],
    [
      "مرحبا بكم",
      "مرحبا بكم في برنامج الليل アラビア語のあいさつで始まる、夜の番組です。日本語の文章が、右から左へ書く言葉のあとに続きます。👩‍👩‍👧‍👦🎙️",
    ],
  ] as const) {
    await page.goto("/create-post-v2");
    await page.getByLabel("タイトル").fill(title);
    await page.getByLabel("本文").fill(text);
    await page.getByRole("button", { name: "台本を生成" }).click();
    await expect(page.getByRole("button", { name: "このまま音声生成" })).toBeVisible();
    for (const [width, size] of [
      [320, "100%"],
      [320, "200%"],
      [1280, "100%"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((chosen) => document.documentElement.style.setProperty("font-size", chosen), size);
      // Asked until the new window has its layout.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
          message: `${title.slice(0, 5)} at ${width}, ${size}`,
        })
        .toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "最初からやり直す" }).click();
    await page.getByRole("button", { name: "削除してやり直す" }).click();
    await expect(page.getByLabel("本文")).toHaveValue("");
  }
});
