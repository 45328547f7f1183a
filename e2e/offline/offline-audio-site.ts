import type { BrowserContext, Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, expectWorker, signIn, siteFilledBy } from "../site.ts";

declare global {
  interface Window {
    elements: HTMLMediaElement[];
  }
}

export const titles = ["雨の音", "波の音", "風の音"] as const;
const seconds = 60;
/** A premium member's address, the ids of the tracks, of a playlist of all, and of the premium member's own. */
export const filled = { premium: "", tracks: [0], playlist: 0, own: 0 };

/** A site with tracks of 60 s and a premium member; its pages keep the elements that have played in `window.elements`. */
export const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ name: "夜野 ことは", customUserId: "kotoha" });
  filled.tracks = await addSoundingTracks({ dataDir, userId, titles, seconds });
  filled.playlist = await addPlaylist({ userId, trackIds: filled.tracks, name: "眠る前に聴く" });
  const premium = await addMember({ isPremium: true });
  filled.premium = premium.email;
  filled.own = await addPlaylist({ userId: premium.id, trackIds: filled.tracks.slice(0, 1) });
}).extend({
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      window.elements = [];
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        if (!window.elements.includes(this)) window.elements.push(this);
        return play.call(this);
      };
    });
    await use(context);
  },
});

export const main = (page: Page) => page.getByRole("main");
export const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "保存した音声" }).getByRole("listitem").filter({ hasText: title });
export const downloadedButton = (page: Page, title: string) =>
  main(page).getByRole("button", { name: `保存済み。「${title}」を端末から削除` });

/** Signs in as the premium member and waits for the service worker. */
export async function enter(page: Page): Promise<void> {
  await signIn(page, "夜野 かなで", filled.premium);
  await page.goto("/");
  await expectWorker(page);
}

export const open = (page: Page, n: number) => page.goto(`/track/${filled.tracks[n]}`);

/** Opens the page of track `n` and stores it on the device. */
export async function download(page: Page, n: 0 | 1 | 2): Promise<void> {
  await open(page, n);
  await main(page).getByRole("button", { name: "オフライン保存" }).click();
  await expect(downloadedButton(page, titles[n])).toBeVisible();
}

/** The playing elements: URL path and position. */
const playing = (page: Page) =>
  page.evaluate(() =>
    window.elements
      .filter((element) => !element.paused && element.readyState > 2)
      .map(({ currentSrc, currentTime, duration }) => {
        return { source: new URL(currentSrc).pathname, currentTime, duration };
      }),
  );

/** Expects one playing track with the source, whose position grows beyond `from` (seconds). */
export async function expectPlaying(page: Page, expected: { from: number; source: string }): Promise<void> {
  let [first] = await playing(page);
  // One look: a moment later the sound may wait for its next part.
  const sources = async () => {
    const all = await playing(page);
    [first] = all;
    return all.map(({ source }) => source);
  };
  await expect.poll(sources).toEqual([expect.stringContaining(expected.source)]);
  expect(first?.duration).toBeGreaterThan(seconds - 1);
  expect(first?.duration).toBeLessThan(seconds + 1);
  const start = Math.max(expected.from, first?.currentTime ?? 0);
  await expect.poll(async () => (await playing(page))[0]?.currentTime ?? 0).toBeGreaterThan(start);
}

/** Moves the page's seek bar, in seconds. */
export async function seek(page: Page, to: number): Promise<void> {
  const bar = page.getByRole("slider", { name: "再生位置" }).first();
  await bar.focus();
  await bar.fill(String(to));
}

/** Replaces the device's license by one that was renewed `days` ago. */
export const rewriteLicense = (page: Page, license: { days: number; validUntil: number | null }) =>
  page.evaluate(async ({ days, validUntil }) => {
    const cache = await caches.open("kept-audio");
    const checkedAt = Date.now() - days * 86_400_000;
    await cache.put("/kept-audio/terms", Response.json({ checkedAt, validUntil }));
  }, license);

export const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Starts the installed app without a network. */
export async function reopenOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.goto("/pwa/");
  await expect(page).toHaveURL("/offline#start");
}
