import type { Locator, Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expect, siteFilledBy } from "../site.ts";

/** Each test has a playlist of its own; the tracks of all are the same, 曲1 to 曲120. */
export const playlists: Record<string, number> = {};
let session = "";

export const test = siteFilledBy(async () => {
  const owner = await addMember();
  const trackIds = await write(async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 120; n++) ids.push(await addTrack({ userId: owner.id, title: `曲${n}` }));
    return ids;
  });
  const lengths = {
    mouse: 6,
    touch: 20,
    keys: 6,
    dialog: 120,
    failure: 5,
    returning: 8,
    tabs: 5,
    plain: 60,
    playing: 5,
    late: 60,
    early: 60,
  };
  for (const [name, length] of Object.entries(lengths))
    playlists[name] = await addPlaylist({ userId: owner.id, trackIds: trackIds.slice(0, length), name });
  session = await startSession({ userId: owner.id, deviceInfo: "" });
}).extend({
  context: async ({ context, baseURL }, use) => {
    if (baseURL) await context.addCookies([{ name: "mugen_session", value: session, url: baseURL }]);
    await use(context);
  },
});

/** Opens a playlist; the browser is its owner's. */
export async function open(page: Page, name: string): Promise<string> {
  const path = `/playlists/${playlists[name]}`;
  await page.goto(path);
  return path;
}

export const rows = (page: Page) => page.getByRole("list", { name: "プレイリストの音声" }).locator("> li");
export const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole("link", { name: title, exact: true }) });
export const handle = (page: Page, title: string) =>
  page.getByRole("button", { name: `「${title}」を並べ替える` });
export const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
/** What the list tells those who do not see it. */
export const announcement = (page: Page) =>
  page.getByRole("status").filter({ hasText: /番目に移動しました|いちばん/ });
export const dragged = (page: Page) => page.locator("[data-dragging]");

/** The first titles of the list, without their word. */
export const order = (page: Page) =>
  rows(page)
    .locator("a.row-title")
    .allTextContents()
    .then((titles) => titles.map((title) => title.replace("曲", "")).join(" "));

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("not to be seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The order that the server has. */
export async function expectKept(page: Page, expected: string): Promise<void> {
  await page.reload();
  await expect.poll(() => order(page)).toBe(expected);
}
