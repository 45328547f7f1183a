import { test as base, expect } from "./site.ts";

/** Takes away what the oldest browsers that the style sheet is for (Safari 16.4, Chrome 111) do not have. */
const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      const names = ["popover", "showPopover", "hidePopover", "togglePopover"];
      for (const name of names) Reflect.deleteProperty(HTMLElement.prototype, name);
      for (const name of ["parse", "canParse"]) Reflect.deleteProperty(URL, name);
      Reflect.deleteProperty(URLSearchParams.prototype, "size");
      Reflect.deleteProperty(Response, "json");
      const { matches } = Element.prototype;
      Element.prototype.matches = new Proxy(matches, {
        apply(target, element, [selector]) {
          if (String(selector).includes(":popover-open")) throw new DOMException(selector, "SyntaxError");
          return target.call(element, selector);
        },
      });
      document.addEventListener("beforetoggle", (event) => event.preventDefault(), true);
    });
    await context.route("**/assets/app-*.css", async (route) => {
      const response = await route.fetch();
      const css = await response.text();
      const old = css.replace(/@supports not selector\(:popover-open\)/, "@supports (display: block)");
      if (old === css) throw new Error("the style sheet knows no browser without popovers");
      // An old browser's own style sheet hides no popover.
      await route.fulfill({ response, body: `${old}[popover][data-open]{display:block}` });
    });
    await use(context);
  },
});

test("where the browser knows no popovers, the menu opens, leads on and closes", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "メニュー" });
  const opener = page.getByRole("button", { name: "メニューを開く" });
  await expect(menu).toBeHidden();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await expect(page.getByRole("button", { name: "メニューを閉じる" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole("button", { name: "キーボードショートカット" }).click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await opener.click();
  // An entry of the bar lies here, under the veil.
  await page.mouse.click(340, 780);
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
  const guide = page.getByRole("dialog", { name: "ホーム画面に追加" });
  await expect(guide).toBeVisible();
  await guide.getByRole("button", { name: "閉じる" }).click();
  await expect(guide).toBeHidden();

  await opener.click();
  await menu.getByRole("link").first().click();
  await expect(page).not.toHaveURL("/");
  await expect(menu).toBeHidden();
});

test("a search is asked for its words", { tag: "@release" }, async ({ page }) => {
  await page.goto("/search");
  await page.getByRole("searchbox").fill("雨の音");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/\/search\?search=/);
});
