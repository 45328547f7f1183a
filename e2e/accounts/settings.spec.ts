import type { BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { type PushService, type SubscribedBrowser, startPushService } from "#test/servers/push-service.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { test as base, expect, signIn, signInAtHome } from "../site.ts";

/** A site that may send to the test's push service, which decrypts the messages. */
const test = base.extend<object, { service: PushService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: "worker" },
  ],
  settings: async ({ service }, use) => use({ PUSH_SERVICES: service.origin }),
});
test.use({ serviceWorkers: "allow" });

/**
 * The test browser can't reach its vendor's push service: replaces only its subscription by one of the test's service.
 * `refuses`: no push service can be reached.
 */
async function subscribeAtTest(
  context: BrowserContext,
  service: PushService,
  how: { refuses?: boolean } = {},
): Promise<SubscribedBrowser> {
  const browser = service.subscribe();
  await context.addInitScript(
    ({ subscription, refuses }) => {
      const held = "subscription-of-the-test";
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
      const made = (key: string) => ({
        endpoint: subscription.endpoint,
        options: { applicationServerKey: bytes(key), userVisibleOnly: true },
        toJSON: () => subscription,
        async unsubscribe() {
          localStorage.removeItem(held);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        async getSubscription() {
          const key = localStorage.getItem(held);
          return key === null ? null : made(key);
        },
        async subscribe(options: { applicationServerKey: Uint8Array }) {
          if (refuses) throw new DOMException("no push service", "AbortError");
          const key = btoa(String.fromCharCode(...options.applicationServerKey));
          localStorage.setItem(held, key);
          return made(key);
        },
      });
    },
    { subscription: browser.subscription, refuses: how.refuses ?? false },
  );
  return browser;
}

/** The test browser has no notifications, whatever the permission: pretends that it was granted. */
const grant = (context: BrowserContext) =>
  context.addInitScript(() => {
    // A permission outlives localStorage.
    const isGranted = () => document.cookie.includes("permission-of-the-test");
    Object.defineProperty(Notification, "permission", { get: () => (isGranted() ? "granted" : "default") });
    Notification.requestPermission = async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: a plain one is all that is needed
      document.cookie = "permission-of-the-test=granted";
      return "granted";
    };
  });

const pushSwitch = (page: Page) => page.getByRole("switch", { name: "プッシュ通知" });

async function makePremium(dataDir: string, email: string): Promise<void> {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  await write((tx) => tx.update(users).set({ isPremium: true }).where(eq(users.email, email)).returning());
  await closeDatabase();
}

test("push messages are switched on, tried out and switched off; what was subscribed is subscribed again", async ({
  page,
  context,
  service,
}) => {
  await grant(context);
  const browser = await subscribeAtTest(context, service);
  const email = await signIn(page);
  await page.goto("/settings");
  await expect(pushSwitch(page)).not.toBeChecked();
  await pushSwitch(page).click();
  await expect(pushSwitch(page)).toBeChecked();
  await page.getByRole("button", { name: "テスト通知を送る" }).click();
  await expect(page.getByText("1台の端末に送りました。")).toBeVisible();
  await expect.poll(() => browser.received.length).toBe(1);
  expect(browser.received[0]?.message.title).toBe("テスト通知");
  expect(service.complaints).toEqual([]);
  await expectAccessible(page, "push messages are on");

  await page.reload();
  await expect(pushSwitch(page)).toBeChecked();
  await pushSwitch(page).click();
  await expect(pushSwitch(page)).not.toBeChecked();
  await page.reload();
  await expect(pushSwitch(page)).not.toBeChecked();
  await expect(page.getByRole("button", { name: "テスト通知を送る" })).toHaveCount(0);

  await test.step("a browser that has dropped its subscription is subscribed again, even when the site has forgotten the old one", async () => {
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();

    await page.evaluate(() => localStorage.removeItem("subscription-of-the-test"));
    // As after the push service has answered that the subscription has ended.
    const { endpoint } = browser.subscription;
    expect((await page.request.delete("/api/push/subscribe", { data: { endpoint } })).status()).toBe(200);
    await page.reload();
    await expect(pushSwitch(page)).toBeChecked();
    const state = await page.request.get("/api/push/subscribe");
    expect(await state.json()).toMatchObject({ endpoint });
  });

  await test.step("a new sign-in is subscribed again; what was stopped from elsewhere stays so", async () => {
    // The session has expired; the preference is still stored on the device.
    await context.clearCookies({ name: "mugen_session" });
    await page.goto("/sign-in");
    await page.getByLabel("名前").fill("夜野 かなで");
    await page.getByLabel("メールアドレス").fill(email);
    await page.getByLabel("メールアドレス").press("Enter");
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/settings");
    await expect(pushSwitch(page)).toBeChecked();
    await page.getByRole("button", { name: "テスト通知を送る" }).click();
    await expect.poll(() => browser.received.length).toBe(2);

    const endpoint = browser.subscription.endpoint;
    const ended = await page.request.delete("/api/push/subscribe", { data: { endpoint } });
    expect(ended.status()).toBe(200);
    await page.reload();
    await expect(pushSwitch(page)).not.toHaveAttribute("aria-disabled");
    await expect(pushSwitch(page)).not.toBeChecked();
    const state = await page.request.get("/api/push/subscribe");
    expect(await state.json()).toMatchObject({ endpoint: null });
  });
});

test("where no push service can be reached, the open page tells instead, and says so", {
  tag: "@release",
}, async ({ page, context, service }) => {
  await grant(context);
  await subscribeAtTest(context, service, { refuses: true });
  await signIn(page);
  await page.goto("/settings");
  await pushSwitch(page).click();
  await expect(page.getByText("Mugenを開いている間だけお知らせします")).toBeVisible();
  await expect(pushSwitch(page)).toBeChecked();
  await expectAccessible(page, "local notifications");
  await pushSwitch(page).click();
  await expect(pushSwitch(page)).not.toBeChecked();
});

test("who has refused the permission is told how to give it", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await signIn(page);
  await page.goto("/settings");
  await expect(page.getByText("通知がブロックされています")).toBeVisible();
  await expect(pushSwitch(page)).toBeDisabled();
  await pushSwitch(page).click({ force: true });
  await expect(pushSwitch(page)).not.toBeChecked();
  await expectAccessible(page, "permission refused");
});

test("browsers without push messages say so, and an iPhone how it gets them", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  await signIn(page);
  await page.goto("/settings");
  await expect(page.getByText("このブラウザはプッシュ通知に対応していません")).toBeVisible();
  await context.addInitScript(() => {
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
    Object.defineProperty(navigator, "userAgent", { get: () => userAgent });
  });
  await page.reload();
  await expect(page.getByText("ホーム画面に追加すると使えます")).toBeVisible();
});

test("background play is for premium members: others are told, and get no switch", {
  tag: "@release",
}, async ({ page, server }) => {
  const email = await signIn(page);
  await page.goto("/settings");
  await expect(page.getByText("バックグラウンド再生はプレミアム会員限定機能です")).toBeVisible();
  await expect(page.getByRole("button", { name: "オンにする" })).toBeHidden();
  await makePremium(server.dataDir, email);
  await page.goto("/settings");
  await page.getByRole("button", { name: "オンにする" }).click();
  await expect(page.getByText("バックグラウンド再生：オン")).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toContain("mugen_background=on");
  await page.goto("/?pwa=1");
  await page.getByRole("link", { name: "設定を開く" }).click();
  await expect(page.getByRole("switch", { name: "バックグラウンド再生" })).toBeChecked();
  await expect(pushSwitch(page)).toBeVisible();
  await expectAccessible(page, "settings of the installed app");
  await page.getByRole("link", { name: "すべての設定" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "設定" })).toBeVisible();
});

test("the page is reached from the menu, fits small windows, changes the theme at once, and goes where a notification leads", {
  tag: "@release",
}, async ({ page, server }) => {
  await signInAtHome(page);
  await page.getByRole("button", { name: "メニューを開く" }).first().click();
  await page.getByRole("link", { name: "設定", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "設定" })).toBeVisible();
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.getByRole("main").getByRole("button", { name: "ダーク" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "ダーク" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "settings");

  await test.step("it goes where a pressed notification leads, without being loaded anew", async () => {
    // A reload would lose this.
    await page.evaluate(() => Object.assign(window, { sameAsBefore: true }));
    /** Sends the service worker's message; resolves to whether the page has replied that it navigates. */
    const ask = () =>
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(true);
            setTimeout(() => resolve(false), 500);
            const data = { type: "follow-notification", path: "/profile" };
            navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data, ports: [port2] }));
          }),
      );
    // The handler is loaded when the page is idle.
    await expect.poll(ask).toBe(true);
    await expect(page).toHaveURL(`${server.origin}/profile`);
    expect(await page.evaluate(() => "sameAsBefore" in window)).toBe(true);
  });
});
