// Takes the README's screenshots of a new installation with the official tracks: `npm run docs:screenshots [-- FOLDER]`
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { adminPassword, adminUsername } from "#test/admin-password.ts";
import { startServer } from "#test/servers/server.ts";
import { officialTracks } from "../db/seed/official-tracks.ts";
import { browserOptions } from "../e2e/browser.ts";

const folder = process.argv[2] ?? path.join(import.meta.dirname, "screenshots");
const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-screenshots-"));
mkdirSync(folder, { recursive: true });

const kanade = { name: "夜野 かなで", email: "kanade@example.com" };
const server = await startServer({ dataDir, env: { SEED: "on" } });
const { launchOptions } = await browserOptions();
const browser = await chromium.launch(launchOptions);
try {
  await waitForOfficialTracks();
  const phone = { width: 375, height: 812 };
  const desktop = { width: 1280, height: 800 };
  await takeScreenshot("home", phone, "light", (page) => page.goto("/"));
  await takeScreenshot("home-desktop", desktop, "light", (page) => page.goto("/"));
  await takeScreenshot("search", phone, "light", (page) => page.goto("/search?search=音"));
  await takeScreenshot("track-dark", phone, "dark", openTrack);
  await takeScreenshot("create", phone, "light", writeScript);
  await takeScreenshot("playlist", phone, "light", openPlaylist);
  await takeScreenshot("person", phone, "light", (page) => page.goto("/mugen"));
  await takeScreenshot("invite", phone, "dark", inviteFriends);
  await takeScreenshot("notifications", phone, "light", openNotifications);
  await takeScreenshot("faq", phone, "dark", (page) => page.goto("/faq"));
  await takeScreenshot("console-tracks", desktop, "light", (page) => openConsole(page, "/admin/tracks"));
  await takeScreenshot("console", phone, "dark", (page) => openConsole(page, "/admin"));
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function waitForOfficialTracks(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const tracks: unknown = await (await fetch(`${server.origin}/api/tracks`)).json();
    if (Array.isArray(tracks) && tracks.length === officialTracks.length) return;
    await delay(1000);
  }
  throw new Error("the official tracks were not generated in time");
}

async function takeScreenshot(
  name: string,
  viewport: { width: number; height: number },
  theme: "light" | "dark",
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport,
    locale: "ja-JP",
    deviceScaleFactor: 2,
  });
  await context.addCookies([
    { name: "mugen_theme", value: theme, url: server.origin },
    { name: "mugen_consent", value: "visit-for-pictures-000.essential", url: server.origin },
  ]);
  const page = await context.newPage();
  await prepare(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
}

async function openTrack(page: Page): Promise<void> {
  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: officialTracks[0]?.title ?? "" })
    .first()
    .click();
  await page.waitForURL("**/track/*");
}

async function signInTo(page: Page, path: string, person = kanade): Promise<void> {
  await page.goto(`/sign-in?redirect=${path}`);
  await page.getByLabel("名前").fill(person.name);
  await page.getByLabel("メールアドレス").fill(person.email);
  await page.getByLabel("メールアドレス").press("Enter");
  // Not a glob: the URL of the sign-in page contains the path too.
  await page.waitForURL(({ pathname }) => pathname === path);
}

/** Creates a member's playlist and opens it as a visitor. */
async function openPlaylist(page: Page): Promise<void> {
  await signInTo(page, "/playlists");
  await page.request.put("/api/auth/profile", {
    data: { name: "夜野 かなで", customUserId: "kanade" },
  });
  const created = await page.request.post("/api/playlists", {
    data: {
      name: "眠る前のひとり時間",
      category: "睡眠・瞑想,科学,歴史",
      description: "灯りを落としてから聴く、静かな番組を集めました。",
    },
  });
  if (!created.ok()) throw new Error(`no playlist: ${await created.text()}`);
  const { id } = await created.json();
  const tracks: { id: number; title: string }[] = await (await page.request.get("/api/tracks")).json();
  for (const word of ["夜の音", "灯台", "海の底", "休符", "割れた器", "座布団"]) {
    const trackId = tracks.find(({ title }) => title.includes(word))?.id;
    await page.request.post(`/api/playlists/${id}/items`, { data: { trackId } });
  }
  await page.context().clearCookies({ name: /session/ });
  await page.goto(`/playlists/${id}`);
}

async function inviteFriends(page: Page): Promise<void> {
  await signInTo(page, "/invite-friends");
  await page.getByText("QRコード").first().click();
}

/** Two people join by a member's invitations, and follow the member together with a third one. */
async function openNotifications(page: Page): Promise<void> {
  await signInTo(page, "/invite-friends");
  const { id }: { id: string } = await (await page.request.get("/api/auth/user")).json();
  const links: { code: string }[] = await (await page.request.get("/api/invitations/my")).json();
  for (const [index, name] of ["朝野 ひかる", "海辺 なぎ", "灯台守"].entries()) {
    const friend = await browser.newPage({ baseURL: server.origin });
    const code = links[index]?.code;
    if (index < 2 && code) await friend.goto(`/i/${code}`);
    await signInTo(friend, "/profile", { name, email: `friend-${index}@example.com` });
    const followed = await friend.request.post(`/api/users/${id}/follow`);
    if (!followed.ok()) throw new Error(`no follow: ${await followed.text()}`);
    await friend.close();
  }
  await page.goto("/notifications");
}

async function openConsole(page: Page, path: string): Promise<void> {
  const typed = { username: adminUsername, password: adminPassword };
  const signedIn = await page.request.post("/api/admin/login", { data: typed });
  if (!signedIn.ok()) throw new Error(`no console: ${await signedIn.text()}`);
  await page.goto(path);
}

async function writeScript(page: Page): Promise<void> {
  await signInTo(page, "/create-post-v2");
  await page.getByLabel("本文").fill(officialTracks[1]?.inputText ?? "");
  await page.getByRole("button", { name: "台本を生成" }).click();
  await page.getByRole("button", { name: "このまま音声生成" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
}
