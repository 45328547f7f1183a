import { expectAccessible } from "./expect-accessible.ts";
import { expect, test } from "./site.ts";

test("the API's page is read by everybody, and led through by its contents; every link within leads somewhere, and no id is there twice", async ({
  page,
}) => {
  const answer = await page.goto("/api/docs");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mugen API");
  const contents = page.getByRole("navigation", { name: "目次" });
  await contents.getByRole("link", { name: "アカウント" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "アカウント" })).toBeInViewport();
  const call = page.locator("#putAuthProfile");
  await page.locator(".calls").getByRole("link", { name: "PUT /api/auth/profile" }).click();
  await expect(call).toBeInViewport();
  await expect(call).toContainText("承認された会員");
  await expect(call.getByRole("table", { name: "PUT /api/auth/profileの本文" })).toContainText("1〜50文字");
  await expect(call).toContainText('curl -X PUT "$MUGEN/api/auth/profile"');
  await call.getByRole("link", { name: "User" }).click();
  await expect(page.locator("#type-User")).toBeInViewport();
  await expect(page.getByRole("link", { name: "OpenAPI（JSON）" })).toHaveAttribute(
    "href",
    "/api/openapi.json",
  );

  const { dead, doubled } = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const targets = [...document.querySelectorAll('a[href^="#"]')].map((link) =>
      decodeURIComponent((link.getAttribute("href") ?? "").slice(1)),
    );
    return {
      dead: targets.filter((target) => !ids.includes(target)),
      doubled: ids.filter((id, place) => ids.indexOf(id) !== place),
    };
  });
  expect(dead).toEqual([]);
  expect(doubled).toEqual([]);
});

test("the API's page is accessible", { tag: "@release" }, async ({ page }) => {
  await page.goto("/api/docs");
  // Axe takes minutes for all calls: it reads those that show what none before them has shown.
  const left = await page.evaluate(() => {
    const shown = new Set<string>();
    const kindOf = (part: Element) =>
      [part.parentElement?.localName, part.localName, ...part.getAttributeNames(), part.className].join(" ");
    for (const article of document.querySelectorAll("article")) {
      const kinds = [...article.querySelectorAll("*")].map(kindOf);
      if (kinds.every((kind) => shown.has(kind))) article.remove();
      for (const kind of kinds) shown.add(kind);
    }
    return document.querySelectorAll("article").length;
  });
  expect(left).toBeGreaterThan(3);
  await expectAccessible(page, "API");
});

test.describe("on the smallest phone, without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test("the API's page fits, dark where that was chosen", { tag: "@release" }, async ({
    page,
    context,
    server,
  }) => {
    await context.addCookies([{ name: "mugen_theme", value: "dark", url: server.origin }]);
    await page.goto("/api/docs");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const box = await page.getByRole("main").boundingBox();
    expect(box?.width).toBeLessThanOrEqual(320);
    const ends = await page
      .getByRole("table")
      .evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
    expect(ends.length).toBeGreaterThan(20);
    expect(Math.max(...ends)).toBeLessThanOrEqual(320);
  });
});
