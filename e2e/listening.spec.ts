import type { Page, Request } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "./site.ts";

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
const titles = ["第一夜", "第二夜", "第三夜", "第四夜"] as const;
const [first, second, third, fourth] = titles;
const long = "長い夜";
const premiumEmail = { of: "" };

const test = siteFilledBy(async (dataDir) => {
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
function listen(): void {
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

const row = (page: Page, title: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: title });
const play = (page: Page, title: string) =>
  row(page, title)
    .getByRole("button", { name: `「${title}」を再生` })
    .click();
/** The playing elements: track and position. */
const playing = (page: Page) =>
  page.evaluate(() =>
    window.elements
      .filter((element) => !element.paused)
      .map(({ currentSrc, currentTime, playbackRate, preservesPitch }) => {
        return { track: currentSrc.split("/").at(-1) ?? "", currentTime, playbackRate, preservesPitch };
      }),
  );
const heard = (page: Page) => page.evaluate(() => window.heard);
const title = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title ?? null);
const pressMediaKey = (
  page: Page,
  action: MediaSessionAction,
  details: Partial<MediaSessionActionDetails> = {},
) =>
  page.evaluate(([name, more]) => window.mediaKeys.get(name)?.({ ...more, action: name }), [
    action,
    details,
  ] as const);
/** Expects one playing element, of that track, whose position grows. */
async function expectSound(page: Page, expected: string): Promise<void> {
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
const expectSilence = (page: Page) => expect.poll(() => playing(page)).toEqual([]);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test("play, seek to 90 %, change the speed, pause and resume", async ({ page }) => {
  await page.goto(`/search`);
  await play(page, first);
  await expectSound(page, first);
  await row(page, first).getByRole("link", { name: first, exact: true }).click();
  const slider = page.getByRole("slider", { name: "再生位置" }).filter({ visible: true }).first();
  await slider.fill("54");
  await expect.poll(async () => (await playing(page))[0]?.currentTime ?? 0).toBeGreaterThan(54);
  await expectSound(page, first);

  await pressMediaKey(page, "seekto", { seekTime: 10 });
  await page.goto("/");
  await play(page, first);
  await expectSound(page, first);
  expect((await playing(page))[0]?.currentTime).toBeGreaterThanOrEqual(10);
  const since = Date.now();
  const [before] = await playing(page);
  await page
    .getByRole("button", { name: /^再生速度/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect.poll(async () => (await playing(page))[0]?.playbackRate).toBe(1.25);
  const [after] = await playing(page);
  expect(after?.preservesPitch).toBe(true);
  const moved = (after?.currentTime ?? 0) - (before?.currentTime ?? 0);
  expect(moved).toBeGreaterThanOrEqual(0);
  expect(moved).toBeLessThanOrEqual(((Date.now() - since) / 1000) * 1.25 + 0.3);

  await pressMediaKey(page, "pause");
  await expectSilence(page);
  await pressMediaKey(page, "play");
  await expectSound(page, first);
  await page.reload();
  await play(page, second);
  await expect.poll(async () => (await playing(page))[0]?.playbackRate).toBe(1.25);
});

test("next and previous by media keys, also in quick succession", async ({ page }) => {
  await page.goto("/kanade");
  await play(page, first);
  await expectSound(page, first);
  await pressMediaKey(page, "nexttrack");
  await expectSound(page, second);
  await pressMediaKey(page, "previoustrack");
  await pressMediaKey(page, "previoustrack");
  await expectSound(page, fourth);
  for (let n = 0; n < 7; n++) await pressMediaKey(page, n % 3 === 2 ? "previoustrack" : "nexttrack");
  // Two back and five forward, from the last of four.
  await expectSound(page, third);
  const since = Date.now();
  await pressMediaKey(page, "seekto", { seekTime: 30 });
  await pressMediaKey(page, "seekforward", { seekOffset: 10 });
  await pressMediaKey(page, "seekbackward", { seekOffset: 5 });
  const position = (await playing(page))[0]?.currentTime ?? Number.NaN;
  expect(position).toBeGreaterThan(34.5);
  // It plays on meanwhile.
  expect(position).toBeLessThan(35.5 + (Date.now() - since) / 1000);
  await pressMediaKey(page, "stop");
  await expectSilence(page);
});

test("tracks follow each other across navigations", async ({ page }) => {
  await page.goto("/kanade");
  await play(page, first);
  const gaps: number[] = [];
  const walk = [
    () => page.getByRole("link", { name: "ホーム" }).last().click(),
    () => page.getByRole("link", { name: "検索" }).last().click(),
    () => page.goBack(),
  ];
  for (const [n, next] of [second, third, fourth].entries()) {
    await expectSound(page, titles[n] ?? "");
    await walk[n]?.();
    // The next track is preloaded by then.
    await page.waitForTimeout(2500);
    await pressMediaKey(page, "seekto", { seekTime: 59 });
    await expectSound(page, next);
    const all = await heard(page);
    const ended = all.findLast(({ name }) => name === "ended");
    const begun = all.find(({ name, at }) => name === "playing" && at > (ended?.at ?? 0));
    gaps.push(Math.round((begun?.at ?? Number.NaN) - (ended?.at ?? Number.NaN)));
  }
  console.log(`gap at auto-advance: ${gaps.join(", ")} ms`);
  expect((await heard(page)).filter(({ name }) => name === "ended")).toHaveLength(3);
});

test("playback starts with the first 64 KB, and the next track loads no more until it plays", async ({
  page,
}) => {
  const asked: { track: string; range: string; answered: string | undefined }[] = [];
  const held: (() => void)[] = [];
  const isStream = (request: Request) => /\/api\/stream\/\d+$/.test(request.url());
  page.on("response", (response) => {
    const request = response.request();
    if (!isStream(request)) return;
    asked.push({
      track: request.url().split("/").at(-1) ?? "",
      range: request.headers().range ?? "",
      answered: response.headers()["content-range"],
    });
  });
  // The second chunk is not requested before playback starts.
  await page.route(/\/api\/stream\/\d+$/, async (route) => {
    if (route.request().headers().range !== "bytes=0-") await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto("/kanade");
  await play(page, first);
  await expectSound(page, first);
  const size = asked[0]?.answered?.split("/").at(-1);
  expect(asked.map(({ answered }) => answered)).toEqual([`bytes 0-65535/${size}`]);
  for (const go of held) go();
  await expect.poll(() => new Set(asked.map(({ track }) => track)).size).toBe(2);
  await page.waitForTimeout(1000);
  const ahead = asked.filter(({ track }) => track !== asked[0]?.track);
  expect(ahead.map(({ answered }) => answered?.split("/")[0])).toEqual(["bytes 0-65535"]);
});

test("time from click to playback", async ({ page }) => {
  await page.goto("/kanade");
  await page.waitForLoadState("networkidle");
  const times: number[] = [];
  for (let n = 0; n < 12; n++) {
    const name = titles[(n * 2 + Math.floor(n / 2)) % titles.length] ?? first;
    const before = (await heard(page)).length;
    await row(page, name)
      .getByRole("button", { name: `「${name}」を再生` })
      .hover();
    await play(page, name);
    await expectSound(page, name);
    const since = (await heard(page)).slice(before);
    const click = since.find((event) => event.name === "click")?.at ?? Number.NaN;
    times.push(Math.round((since.find((event) => event.name === "playing")?.at ?? Number.NaN) - click));
  }
  console.log(`click to sound: p50 ${median(times)} ms of ${times.join(", ")}`);
  expect(times.every(Number.isFinite)).toBe(true);
});

test("the browser's own player loads all chunks of a track", async ({ page }) => {
  await page.goto("/kanade");
  const id = await row(page, first)
    .locator("noscript audio")
    .or(row(page, first).locator("a[href*='/track/']"))
    .first()
    .evaluate((link) => (link instanceof HTMLAnchorElement ? link.href.split("/").at(-1) : ""));
  const end = await page.evaluate(async (track) => {
    const audio = new Audio(`/api/stream/${track}`);
    audio.playbackRate = 16;
    await audio.play();
    await new Promise((resolve, reject) => {
      audio.addEventListener("ended", resolve);
      audio.addEventListener("error", () => reject(audio.error));
    });
    return audio.currentTime;
  }, id);
  expect(end).toBeCloseTo(60, 0);
});

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

test("a hidden page pauses, and media keys don't resume it", async ({ page }) => {
  await page.goto("/kanade");
  await play(page, first);
  await expectSound(page, first);
  await hide(page);
  await expectSilence(page);
  await pressMediaKey(page, "play");
  await page.waitForTimeout(300);
  await expectSilence(page);
});

const rememberBackgroundPlay = (page: Page, value: "on" | "off") =>
  page.context().addCookies([{ name: "mugen_background", value, url: page.url() }]);

test("premium members play in the background of the installed app if turned on", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("名前").fill("夜野 かなで");
  await page.getByLabel("メールアドレス").fill(premiumEmail.of);
  await page.getByLabel("メールアドレス").press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/kanade?pwa=1");
  await play(page, first);
  await expectSound(page, first);
  await rememberBackgroundPlay(page, "on");
  await hide(page);
  await page.waitForTimeout(300);
  await expectSound(page, first);
  await pressMediaKey(page, "nexttrack");
  await expectSound(page, second);
  await rememberBackgroundPlay(page, "off");
  await hide(page);
  await expectSilence(page);
});

test("playback resumes after ten seconds without a network", async ({ page, context }) => {
  await page.goto("/hibiki");
  await play(page, long);
  await expectSound(page, long);
  await context.setOffline(true);
  await pressMediaKey(page, "seekto", { seekTime: 540 });
  await expect(page.getByText("通信が途切れました").filter({ visible: true }).first()).toBeVisible();
  await page.waitForTimeout(10_000);
  await context.setOffline(false);
  await expectSound(page, long);
  const [sound] = await playing(page);
  expect(sound?.currentTime).toBeGreaterThanOrEqual(540);
  expect(sound?.currentTime).toBeLessThan(560);
  await expect(page.getByText("通信が途切れました")).toHaveCount(0);
});

test("a broken file shows the error message, and the next click tries again", async ({ page }) => {
  await page.goto("/kanade");
  const stream = /\/api\/stream\/\d+$/;
  await page.route(stream, (route) => route.fulfill({ contentType: "audio/mpeg", body: "no sound" }));
  await play(page, first);
  await expect(page.getByRole("listitem").filter({ hasText: "音声読み込みエラー" })).toContainText(
    "音声ファイルの形式がサポートされていません。しばらく待ってから再度お試しください。",
  );
  await page.unroute(stream);
  await play(page, first);
  await expectSound(page, first);
});

test("blocked autoplay asks for a click", async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("a click is needed", "NotAllowedError"));
    addEventListener("allow-autoplay", () => {
      HTMLMediaElement.prototype.play = play;
    });
  });
  await page.goto("/kanade");
  await play(page, first);
  await expect(page.getByText("再生ボタンを押してください").filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("allow-autoplay")));
  await play(page, first);
  await expectSound(page, first);
});

test("only one tab plays, and a track resumes where it was left", async ({ page, context }) => {
  await page.goto("/kanade");
  await play(page, first);
  await expectSound(page, first);
  await pressMediaKey(page, "seekto", { seekTime: 20 });
  const other = await context.newPage();
  await other.goto("/kanade");
  await play(other, second);
  await expectSound(other, second);
  await expectSilence(page);
  await play(other, first);
  await expectSound(other, first);
  expect((await playing(other))[0]?.currentTime).toBeGreaterThanOrEqual(20);
});
