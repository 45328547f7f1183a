import type { Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, signIn, test, untilQuiet } from "../site.ts";

/** The invitation that a new installation prints. */
const codeOf = (server: RunningServer) => /\/i\/(\S+)/.exec(server.output())?.[1] ?? "";

const pages = [
  { path: "/closed-beta", heading: "招待制のクローズドベータです", login: true },
  { path: "/pending-approval", heading: "承認をお待ちください", login: true },
  { path: "/access-denied", heading: "アカウントが承認されませんでした", login: false },
  { path: "/invalid-invitation", heading: "この招待は使えません", login: true },
  { path: "/premium", heading: "Mugen プレミアム", login: true },
] as const;

const login = (page: Page) => page.getByRole("main").getByRole("link", { name: "ログインする", exact: true });
const wayOn = (page: Page) => page.getByRole("main").getByRole("link", { name: /聴く|ホーム/ });
const navigation = (page: Page) => page.getByRole("navigation", { name: "メインナビゲーション" });

test("the gate pages say what is the matter and lead on", { tag: "@release" }, async ({ page }) => {
  for (const { path, heading, login: hasLogin } of pages) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(navigation(page)).toHaveCount(0);
    await expect(login(page)).toHaveCount(hasLogin ? 1 : 0);
    await expectAccessible(page, path);
    await expectNarrow(page, path, [320]);
    await expect(wayOn(page)).toHaveAttribute("href", "/");
  }
  await wayOn(page).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(navigation(page)).toBeVisible();
  await page.goto("/?from_auth=true");
  await expect(page).toHaveURL(/\/closed-beta$/);
  await page.goto("/i/no-such-code");
  await expect(page).toHaveURL(/\/invalid-invitation$/);
  await page.goto("/invitation-required");
  await expect(page).toHaveURL(/\/closed-beta$/);
});

test("an account that waits for its approval makes no call that is refused", { tag: "@release" }, async ({
  page,
  server,
}) => {
  await openDatabase({ url: undefined, dataDir: server.dataDir, migrate: false });
  const { id: userId } = await addMember({ state: "pending" });
  const value = await startSession({ userId, deviceInfo: "" });
  await closeDatabase();
  await page.context().addCookies([{ name: "mugen_session", value, url: server.origin }]);
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 403 && refused.push(response.url()));
  await page.clock.install();
  await page.goto("/settings");
  await page.clock.fastForward(5000);
  await untilQuiet(page);
  expect(refused).toEqual([]);
});

test("a failed sign-in on the way to premium is explained", { tag: "@release" }, async ({ page }) => {
  const texts = new Set<string>();
  for (const code of ["auth_failed", "server_error", "token_failed", "login_failed", "other"]) {
    await page.goto(`/premium?payment=true&error=${code}`);
    const notice = page.getByRole("alert");
    await expect(notice).toContainText("認証エラー");
    texts.add((await notice.textContent()) ?? "");
    await expect(notice.getByRole("link", { name: "もう一度ログインする" })).toHaveAttribute(
      "href",
      "/api/auth/google?redirect=premium&payment=true",
    );
    // Only the address forgets it.
    await expect(page).toHaveURL(/\/premium\?payment=true$/);
    await expect(notice).toBeVisible();
  }
  await expectAccessible(page, "/premium?error=other");
  await expectNarrow(page, "/premium?error=other", [320]);
  expect(texts.size).toBe(5);
  await expect(login(page)).toHaveAttribute("href", "/api/auth/google?redirect=premium&payment=true");
  await expect(page.getByRole("main")).toContainText("いまはお申し込みいただけません");
  await page.goto("/premium?error=made-up");
  await expect(page.getByRole("alert")).toContainText("認証中に問題が発生しました");
});

test("an invitation shows that it goes on, and goes on", { tag: "@release" }, async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/i/${codeOf(server)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mugenへの招待");
  await expectAccessible(page, "/i/{code}");
  // Another tab shows the page between for as long as the sign-in answers with nothing to show.
  const held = await page.context().newPage();
  await held.route("**/api/auth/google?**", (route) => route.fulfill({ status: 204 }));
  await held.goto(`/i/${codeOf(server)}`);
  await held.getByRole("link", { name: "招待を受ける" }).click();
  await expect(held.getByRole("heading", { level: 1 })).toHaveText("Googleログインを開始中...");
  const onward = held.getByRole("link", { name: "こちらからお進みください" });
  await expect(onward).toHaveAttribute("href", /^\/api\/auth\/google\?/);
  await page.getByRole("link", { name: "招待を受ける" }).click();
  await page.waitForURL("**/sign-in?**");
});

test("what a return from the sign-in adds to the address goes away unnoticed; a member has no business on the gate pages, and the menu leads to premium", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/search");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/?from_auth=true&from=friend");
  await expect(page).toHaveURL(/\/\?from=friend$/);
  expect(asked.filter((url) => url.includes(".data"))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);

  for (const path of ["/access-denied", "/invalid-invitation"])
    expect(new URL((await page.request.get(path)).url()).pathname, path).toBe("/");
  await page.goto("/closed-beta");
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.goto("/premium");
  await expect(login(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("いまはお申し込みいただけません");
});

test.describe("for everybody", () => {
  test("the gate pages are walked with the keyboard", { tag: "@release" }, async ({ page }) => {
    await page.goto("/closed-beta");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "本文へ移動" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(login(page)).toBeFocused();
    for (const name of ["利用規約", "プライバシーポリシー", "ログインせずに聴く"]) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name })).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/");
  });
});
