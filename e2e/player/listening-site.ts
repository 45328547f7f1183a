import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "../site.ts";

/** The events of a page's audio elements, recorded by the script below. */
interface Heard {
  name: string;
  track: string;
  /** `performance.now()`. */
  at: number;
  position: number;
}

declare global {
  interface Window {
    heard: Heard[];
    elements: HTMLMediaElement[];
    mediaKeys: Map<string, MediaSessionActionHandler | null>;
  }
}

/** Tracks of @kanade of 60 s, newest first; one of @hibiki of 10 min, which browsers do not load completely. */
export const titles = ["第一夜", "第二夜", "第三夜", "第四夜"] as const;
export const [first, second, third, fourth] = titles;
export const long = "長い夜";
export const premiumEmail = { of: "" };

export const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  premiumEmail.of = (await addMember({ isPremium: true })).email;
  const { id: other } = await addMember({ customUserId: "hibiki" });
  await addSoundingTracks({ dataDir, userId: other, titles: [long], seconds: 600 });
  await addSoundingTracks({ dataDir, userId, titles: titles.toReversed(), seconds: 60 });
}).extend({
  context: async ({ context }, use) => {
    await context.addInitScript(listen);
    await use(context);
  },
});

/** Runs in the page: records the elements' events, and the handlers of the media keys. */
export function listen(): void {
  window.heard = [];
  window.elements = [];
  window.mediaKeys = new Map();
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (!window.elements.includes(this)) {
      window.elements.push(this);
      for (const name of ["playing", "pause", "waiting", "ended", "error"]) {
        this.addEventListener(name, () => {
          const track = this.currentSrc.split("/").at(-1) ?? "";
          window.heard.push({ name, track, at: performance.now(), position: this.currentTime });
        });
      }
    }
    return play.call(this);
  };
  const session = navigator.mediaSession;
  const { setActionHandler } = session;
  session.setActionHandler = (action, handler) => {
    window.mediaKeys.set(action, handler);
    setActionHandler.call(session, action, handler);
  };
  document.addEventListener(
    "click",
    () => window.heard.push({ name: "click", track: "", at: performance.now(), position: 0 }),
    true,
  );
}

export const row = (page: Page, title: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: title });
export const play = (page: Page, title: string) =>
  row(page, title)
    .getByRole("button", { name: `「${title}」を再生` })
    .click();
/** The playing elements: track and position. */
export const playing = (page: Page) =>
  page.evaluate(() =>
    window.elements
      .filter((element) => !element.paused)
      .map(({ currentSrc, currentTime, playbackRate, preservesPitch }) => {
        return { track: currentSrc.split("/").at(-1) ?? "", currentTime, playbackRate, preservesPitch };
      }),
  );
export const heard = (page: Page) => page.evaluate(() => window.heard);
const title = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title ?? null);
export const pressMediaKey = (
  page: Page,
  action: MediaSessionAction,
  details: Partial<MediaSessionActionDetails> = {},
) =>
  page.evaluate(([name, more]) => window.mediaKeys.get(name)?.({ ...more, action: name }), [
    action,
    details,
  ] as const);
/** Expects one playing element, of that track, whose position grows. */
export async function expectSound(page: Page, expected: string): Promise<void> {
  await expect.poll(() => title(page)).toBe(expected);
  await expect
    .poll(async () => {
      const before = await playing(page);
      await page.waitForTimeout(150);
      const after = await playing(page);
      return after.length === 1 && (after[0]?.currentTime ?? 0) > (before[0]?.currentTime ?? 0);
    })
    .toBe(true);
}
export const expectSilence = (page: Page) => expect.poll(() => playing(page)).toEqual([]);
