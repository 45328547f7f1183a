import type { Page } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, expectWorker, signIn, signInAtHome, siteFilledBy } from "../site.ts";

const test = siteFilledBy(async () => {
  const { id: userId } = await addMember();
  for (let n = 1; n <= 3; n++) await addTrack({ userId, title: `第${n}夜` });
});
test.use({ serviceWorkers: "allow" });

const picture = z.object({ src: z.string().startsWith("/"), sizes: z.string(), type: z.string() });
const manifestSchema = z.object({
  name: z.string().min(1),
  short_name: z.string().max(12),
  description: z.string().min(1),
  lang: z.literal("ja"),
  dir: z.literal("ltr"),
  id: z.literal("/pwa/"),
  start_url: z.literal("/pwa/"),
  scope: z.literal("/"),
  display: z.literal("standalone"),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  icons: z.array(picture.extend({ purpose: z.enum(["any", "maskable", "monochrome"]) })),
  shortcuts: z.array(
    z.object({ name: z.string(), url: z.string().startsWith("/pwa/"), icons: z.array(picture) }),
  ),
  screenshots: z.array(picture.extend({ form_factor: z.enum(["narrow", "wide"]), label: z.string() })),
});

test("the site can be installed: the manifest, its images, and the guide, which explains it where the browser does not", {
  tag: "@release",
}, async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await request.get(address ?? "");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = manifestSchema.parse(await answer.json());
  const has = (purpose: string, sizes: string) =>
    manifest.icons.some((icon) => icon.purpose === purpose && icon.sizes === sizes);
  for (const purpose of ["any", "maskable"]) {
    expect(has(purpose, "192x192"), purpose).toBe(true);
    expect(has(purpose, "512x512"), purpose).toBe(true);
  }
  expect(new Set(manifest.screenshots.map((shot) => shot.form_factor))).toEqual(new Set(["narrow", "wide"]));
  const icons = manifest.shortcuts.flatMap((shortcut) => shortcut.icons);
  for (const { src, sizes, type } of [...manifest.icons, ...icons, ...manifest.screenshots]) {
    const file = await request.get(src);
    expect(file.headers()["content-type"], src).toBe(type);
    const { width, height } = await sharp(await file.body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  expect(await sharp(await (await request.get(apple ?? "")).body()).metadata()).toMatchObject({ width: 180 });

  const devtools = await page.context().newCDPSession(page);
  expect((await devtools.send("Page.getAppManifest")).errors).toEqual([]);
  await expectWorker(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Tests run in private windows.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
    [],
  );

  await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
  const guide = page.getByRole("dialog", { name: "ホーム画面に追加" });
  await expect(guide.getByRole("listitem")).toHaveText([
    "1ブラウザの共有ボタンをタップします",
    "2「ホーム画面に追加」を選びます",
    "3「追加」をタップします",
  ]);
  await expect(guide.getByText("現在準備中")).toBeVisible();
  await page.evaluate(() => {
    const prompt = () => {
      document.title = "asked";
      return Promise.resolve();
    };
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  });
  await expect(guide.getByText("現在準備中")).toHaveCount(0);
  await guide.getByRole("button", { name: "ホーム画面に追加する" }).click();
  await expect(page).toHaveTitle("asked");
  await page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
  await expect(guide.getByText("追加しました")).toBeVisible();
});

for (const scripts of [true, false]) {
  test(`the installed app's start URL leads to home and is remembered, ${scripts ? "with" : "without"} JavaScript`, {
    tag: "@release",
  }, async ({ browser, server }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: scripts,
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "ホーム画面に追加する方法" })).toBeVisible();
    await page.goto("/pwa/");
    await page.waitForURL((url) => url.pathname === "/");
    await expect(page.getByLabel("設定を開く")).toBeVisible();
    await page.goto("/");
    await expect(page.getByLabel("設定を開く")).toBeVisible();
    if (scripts) await expect(page).toHaveURL("/");
    else {
      await page.getByLabel("設定を開く").click();
      await expect(page).toHaveURL("/settings");
    }
    await page.goto("/pwa/search?search=夜");
    await expect(page).toHaveURL(
      (url) => url.pathname === "/search" && url.searchParams.get("search") === "夜",
    );
    await expect(page.getByRole("list", { name: "検索結果" }).getByRole("listitem")).toHaveCount(3);
    await page.goto("/pwa//elsewhere.example/x");
    await expect(page).toHaveURL((url) => url.origin === server.origin);
    await context.close();
  });
}

test("offline the app opens; other pages show a message and reload by themselves", async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto("/search");
  await expectWorker(page);
  await context.setOffline(true);

  for (const start of ["/", "/pwa/"]) {
    await page.goto(start);
    await expect(page).toHaveURL("/offline#start");
    await expect(page.getByRole("heading", { name: "オフライン", level: 1 })).toBeVisible();
    await expect(page.getByText("接続できませんでした")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "メインナビゲーション" })).toBeVisible();
  }
  await expectAccessible(page, "the offline page");
  await page.getByRole("button", { name: "もう一度試す" }).click();
  await expect(page.getByText("接続できませんでした")).toBeVisible();

  // A click in the app finds the screen's script, and shows the error page.
  await page.getByRole("link", { name: "マイページ" }).click();
  await expect(page.getByRole("heading", { name: "接続できませんでした" })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);

  const answer = await page.goto("/search?search=夜", { waitUntil: "commit" });
  expect(answer?.status()).toBe(503);
  await expect(page).toHaveTitle("接続できませんでした | Mugen ∞");
  await expect(page.getByRole("heading", { name: "接続できませんでした" })).toBeVisible();
  // It follows the system's theme.
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `no connection, ${colorScheme}`);
  }
  await context.setOffline(false);
  await expect(page.getByRole("list", { name: "検索結果" }).getByRole("listitem")).toHaveCount(3);

  await context.setOffline(true);
  await page.goto("/");
  await expect(page).toHaveURL("/offline#start");
  await context.setOffline(false);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "新着" })).toBeVisible();
});

/** All cached responses: their paths, and whether they are pages or contain `words`. */
const lookThroughCaches = (page: Page, words: string[]) =>
  page.evaluate(async (personal) => {
    const cached: { path: string; isPage: boolean; isPersonal: boolean }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const text = (await answer?.text()) ?? "";
        cached.push({
          path: new URL(request.url).pathname,
          isPage: answer?.headers.get("Content-Type")?.includes("text/html") ?? false,
          isPersonal: personal.some((word) => text.includes(word)),
        });
      }
    }
    return cached;
  }, words);

/** Stores data such as downloads, drafts and positions. */
const storeData = (page: Page) =>
  page.evaluate(async () => {
    await (await caches.open("kept-audio")).put("/api/stream/1", new Response("sound"));
    localStorage.setItem("playback-positions", "[[1,30]]");
    localStorage.setItem("playback-rate", "1.25");
    localStorage.setItem("premium-until", "9999999999999");
    localStorage.setItem("queued-likes", '{"owner":"somebody","likes":[]}');
    const excerpt = indexedDB.open("mugen", 1);
    await new Promise((resolve, reject) => {
      excerpt.onupgradeneeded = () => excerpt.result.createObjectStore("kept");
      excerpt.onsuccess = resolve;
      excerpt.onerror = reject;
    });
    const writing = excerpt.result.transaction("kept", "readwrite");
    writing.objectStore("kept").put("a track", "1");
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
  });

/** What is left of it. */
const readStoredData = (page: Page) =>
  page.evaluate(async () => {
    const rows: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const excerpt = indexedDB.open(name);
      await new Promise((resolve) => {
        excerpt.onsuccess = resolve;
      });
      for (const store of excerpt.result.objectStoreNames) {
        const reading = excerpt.result.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          reading.onsuccess = resolve;
        });
        rows.push(...reading.result);
      }
      excerpt.result.close();
    }
    return {
      caches: (await caches.keys()).filter((name) => !name.startsWith("shell-")),
      rows,
      keys: Object.keys(localStorage).sort(),
    };
  });

const nothing = { caches: [], rows: [], keys: ["theme"] };

test("no page and no personal response is cached; signing out clears the device", {
  tag: "@release",
}, async ({ page }) => {
  const name = "月見 あかり";
  const email = await signInAtHome(page, name);
  await expectWorker(page);
  for (const path of ["/profile", "/favorites", "/history", "/notifications", "/settings", "/"]) {
    await page.goto(path);
  }
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { name: "検索" })).toBeVisible();
  await page.evaluate(() => fetch("/api/auth/user"));
  const cached = await lookThroughCaches(page, [name, email]);
  expect(cached.length).toBeGreaterThan(20);
  expect(cached.filter(({ isPersonal }) => isPersonal)).toEqual([]);
  expect(cached.filter(({ isPage }) => isPage).map(({ path }) => path)).toEqual(["/offline"]);
  expect(cached.filter(({ path }) => path !== "/offline" && !path.startsWith("/assets/"))).toEqual([]);

  await storeData(page);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "ログアウト", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => readStoredData(page)).toEqual(nothing);
  // The app's files are cached again for the next person.
  await expectWorker(page);
});

test("a sign-out link clears the device without a script", { tag: "@release" }, async ({ page }) => {
  await signInAtHome(page);
  await storeData(page);
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/auth/logout"));
  await page.goto("/api/auth/logout");
  expect(await (await answer).headerValue("Clear-Site-Data")).toBe('"storage"');
  await expect.poll(() => readStoredData(page)).toEqual(nothing);
});

test("a session ended elsewhere clears the device except player settings and drafts", {
  tag: "@release",
}, async ({ page, context }) => {
  await signInAtHome(page);
  await expectWorker(page);
  await storeData(page);
  await page.evaluate(() => localStorage.setItem("creation-state:v2:somebody", "{}"));
  await context.clearCookies({ name: /session/ });
  await page.goto("/search");
  await expect
    .poll(() => readStoredData(page))
    .toEqual({
      ...nothing,
      keys: ["creation-state:v2:somebody", "playback-rate", "theme"],
    });
  await signInAtHome(page);
  await storeData(page);
  await context.setOffline(true);
  await page.goto("/");
  await expect(page.getByText("接続できませんでした")).toBeVisible();
  // The offline page is rendered without a user, which does not mean signed out.
  expect((await readStoredData(page)).caches).toEqual(["kept-audio"]);
});
