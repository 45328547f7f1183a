import type { BrowserContext, Page } from "@playwright/test";
import { signInFailures } from "#app/features/accounts/sign-in/sign-in-failure.ts";
import { Client } from "#test/client.ts";
import { IdentityProvider } from "#test/servers/identity-provider.ts";
import { type RunningServer, startServer } from "#test/servers/server.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, test as site } from "../site.ts";

const kanade = { sub: "kanade", name: "夜野 かなで", email: "kanade@example.com", email_verified: true };

/** A server where people sign in at a provider on another site; one of them is a member already. */
const test = site.extend<object, { provider: IdentityProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const provider = await IdentityProvider.start();
      provider.people = [kanade];
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  server: async ({ servers, provider }, use) => {
    const start = async (dataDir: string) => {
      const server = await startServer({ dataDir, env: provider.settings });
      await join(server, provider);
      return server;
    };
    await use(await servers.of(provider, start));
  },
});

async function join(server: RunningServer, provider: IdentityProvider): Promise<void> {
  const client = new Client(server.origin);
  const invitation = /\/i\/(\S+)/.exec(server.output())?.[1] ?? "";
  const start = await client.get(`/api/auth/google?invitation=${invitation}`);
  const back = new URL(await provider.choose(start.headers.get("Location") ?? "", kanade));
  await client.get(back.pathname + back.search);
  expect((await client.get("/api/auth/user")).status).toBe(200);
}

const login = (page: Page) => page.getByRole("main").getByRole("link", { name: "Googleでログイン" });

async function hasSession(context: BrowserContext): Promise<boolean> {
  return (await context.cookies()).some(({ name }) => name === "mugen_session");
}

test("from a member's screen through Google and back there; who turns back finds a page with a way on", async ({
  page,
  context,
  provider,
}) => {
  await page.goto("/notifications");
  await login(page).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await page.waitForURL("**/sign-in?error=cancelled&redirect=%2Fnotifications");
  await expect(page.getByRole("alert")).toContainText("ログインを中止しました");
  await expect(page.getByRole("main")).toContainText("ログインすると、「通知」に進みます。");
  expect(await hasSession(context)).toBe(false);
  await login(page).click();
  await page.getByRole("link", { name: kanade.name }).click();
  await page.waitForURL("**/notifications");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("通知");
  expect(await hasSession(context)).toBe(true);
  expect((await context.cookies()).filter(({ name }) => name.startsWith("mugen_google"))).toEqual([]);
});

test("on the sign-in page there is only Google's way in; the back button after a sign-in does no harm", async ({
  page,
  context,
}) => {
  const response = await page.goto("/sign-in");
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("ログインすると、「ホーム」に進みます。");
  await login(page).click();
  await page.getByRole("link", { name: kanade.name }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goBack();
  await page.getByRole("link", { name: kanade.name }).click();
  // The used answer is refused, and whoever is signed in goes on.
  await page.waitForURL((url) => url.pathname === "/");
  expect(await hasSession(context)).toBe(true);
});

test("further presses within three seconds are ignored", async ({ page, context }) => {
  let presses = 0;
  await context.route("**/api/auth/google?*", (route) => {
    presses++;
    return route.fulfill({ status: 204 });
  });
  await page.clock.install();
  // Before hydration a click follows the plain link.
  const alive = page.waitForResponse(/toast-view/);
  await page.goto("/sign-in?redirect=/profile");
  await alive;
  await page.clock.pauseAt(Date.now() + 60_000);
  const button = page.getByRole("main").getByRole("link", { name: /ログイン/ });
  await button.click();
  await expect(button).toHaveText("ログイン中...");
  await expect(button).toHaveAttribute("title", "ログイン中...");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await page.clock.runFor(2999);
  await button.click({ force: true });
  await expect(button).toHaveText("ログイン中...");
  await page.clock.runFor(1);
  await expect(button).toHaveText("Googleでログイン");
  await expect(button).toHaveAttribute("title", "Googleでログイン");
  await button.click();
  await expect(button).toHaveText("ログイン中...");
  await expect.poll(() => presses).toBe(2);
});

test("axe finds nothing on the sign-in page, whatever went wrong, and large text fits", async ({ page }) => {
  for (const reason of [null, ...signInFailures]) {
    const query = new URLSearchParams({ redirect: "/profile", ...(reason && { error: reason }) });
    await page.goto(`/sign-in?${query}`);
    await expect(page.getByRole("alert")).toHaveCount(reason ? 1 : 0);
    // One of each tone; the others differ in their words only.
    if ([null, "cancelled", "expired", "unreachable"].includes(reason))
      await expectAccessible(page, `/sign-in ${reason}`);
    await expectNarrow(page, `/sign-in ${reason}`, [320]);
  }
});
