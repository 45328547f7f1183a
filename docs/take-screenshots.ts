// Takes the README's pictures from a fresh installation with its official tracks. `npm run docs:screenshots [-- FOLDER]`
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { officialTracks } from "../db/seed/official-tracks.ts";
import { browserOptions } from "../e2e/browser.ts";
import { startServer } from "../test/server.ts";

const folder = process.argv[2] ?? path.join(import.meta.dirname, "screenshots");
const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-screenshots-"));
mkdirSync(folder, { recursive: true });

const kanade = { name: "夜野 かなで", email: "kanade@example.com" };
const server = await startServer({ dataDir, env: { SEED: "on" } });
const { launchOptions } = await browserOptions();
const browser = await chromium.launch(launchOptions);
try {
  await untilSeeded();
  const phone = { width: 375, height: 812 };
  const desktop = { width: 1280, height: 800 };
  await shoot("home", phone, "light", (page) => page.goto("/"));
  await shoot("home-desktop", desktop, "light", (page) => page.goto("/"));
  await shoot("search", phone, "light", (page) => page.goto("/search?search=音"));
  await shoot("track-dark", phone, "dark", openTrack);
  await shoot("create", phone, "light", writeScript);
  await shoot("playlist", phone, "light", openPlaylist);
  await shoot("person", phone, "light", (page) => page.goto("/mugen"));
  await shoot("invite", phone, "dark", inviteFriends);
  await shoot("notifications", phone, "light", openNotifications);
  await shoot("faq", phone, "dark", (page) => page.goto("/faq"));
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilSeeded(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const tracks: unknown = await (await fetch(`${server.origin}/api/tracks`)).json();
    if (Array.isArray(tracks) && tracks.length === officialTracks.length) return;
    await delay(1000);
  }
  throw new Error("the official tracks were not made in time");
}

async function shoot(
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

async function signInFor(page: Page, path: string, who = kanade): Promise<void> {
  await page.goto(`/sign-in?redirect=${path}`);
  await page.getByLabel("名前").fill(who.name);
  await page.getByLabel("メールアドレス").fill(who.email);
  await page.getByLabel("メールアドレス").press("Enter");
  // The sign-in's own address names the path too.
  await page.waitForURL(({ pathname }) => pathname === path);
}

/** A member's playlist, as a visitor sees it. */
async function openPlaylist(page: Page): Promise<void> {
  await signInFor(page, "/playlists");
  await page.request.put("/api/auth/profile", {
    data: { name: "夜野 かなで", customUserId: "kanade" },
  });
  const made = await page.request.post("/api/playlists", {
    data: {
      name: "眠る前のひとり時間",
      category: "睡眠・瞑想,科学,歴史",
      description: "灯りを落としてから聴く、静かな番組を集めました。",
    },
  });
  if (!made.ok()) throw new Error(`no playlist: ${await made.text()}`);
  const { id } = await made.json();
  const tracks: { id: number; title: string }[] = await (await page.request.get("/api/tracks")).json();
  for (const word of ["夜の音", "灯台", "海の底", "休符", "割れた器", "座布団"]) {
    const trackId = tracks.find(({ title }) => title.includes(word))?.id;
    await page.request.post(`/api/playlists/${id}/items`, { data: { trackId } });
  }
  await page.context().clearCookies({ name: /session/ });
  await page.goto(`/playlists/${id}`);
}

async function inviteFriends(page: Page): Promise<void> {
  await signInFor(page, "/invite-friends");
  await page.getByText("QRコード").first().click();
}

/** Two friends have come by a member's links, and follow the member with a third one. */
async function openNotifications(page: Page): Promise<void> {
  await signInFor(page, "/invite-friends");
  const { id }: { id: string } = await (await page.request.get("/api/auth/user")).json();
  const links: { code: string }[] = await (await page.request.get("/api/invitations/my")).json();
  for (const [index, name] of ["朝野 ひかる", "海辺 なぎ", "灯台守"].entries()) {
    const friend = await browser.newPage({ baseURL: server.origin });
    const code = links[index]?.code;
    if (index < 2 && code) await friend.goto(`/i/${code}`);
    await signInFor(friend, "/profile", { name, email: `friend-${index}@example.com` });
    const followed = await friend.request.post(`/api/users/${id}/follow`);
    if (!followed.ok()) throw new Error(`no follow: ${await followed.text()}`);
    await friend.close();
  }
  await page.goto("/notifications");
}

async function writeScript(page: Page): Promise<void> {
  await signInFor(page, "/create-post-v2");
  await page.getByLabel("本文").fill(officialTracks[1]?.inputText ?? "");
  await page.getByRole("button", { name: "台本を生成" }).click();
  await page.getByRole("button", { name: "このまま音声生成" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
}
