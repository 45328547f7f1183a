import type { Request } from "@playwright/test";
import { expect, untilQuiet } from "../site.ts";
import {
  expectSilence,
  expectSound,
  first,
  fourth,
  heard,
  play,
  playing,
  pressMediaKey,
  row,
  second,
  test,
  third,
  titles,
} from "./listening-site.ts";

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
  // Before its last six seconds are over.
  await pressMediaKey(page, "seekto", { seekTime: 10 });
  await expectSound(page, first);

  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("button", { name: `「${first}」を再生` })
    .click();
  await expectSound(page, first);
  expect((await playing(page))[0]?.currentTime).toBeGreaterThanOrEqual(10);
  const since = Date.now();
  const [before] = await playing(page);
  await page
    .getByRole("button", { name: /^再生速度/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("dialog", { name: "再生速度" }).getByRole("button", { name: "1.25倍" }).click();
  await expect.poll(async () => (await playing(page))[0]?.playbackRate).toBe(1.25);
  const [after] = await playing(page);
  expect(after?.preservesPitch).toBe(true);
  await page.keyboard.press("Escape");
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

test("next and previous by media keys, also in quick succession", { tag: "@release" }, async ({ page }) => {
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

const isStream = (request: Request) => /\/api\/stream\/\d+$/.test(request.url());

test("tracks follow each other across navigations", { tag: "@release" }, async ({ page }) => {
  const answered = new Set<string>();
  page.on("response", (response) => isStream(response.request()) && answered.add(response.url()));
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
    await expect.poll(() => answered.size).toBe(n + 2);
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
  const start = (await playing(page))[0]?.currentTime ?? 0;
  await expect.poll(async () => (await playing(page))[0]?.currentTime ?? 0).toBeGreaterThan(start + 1);
  const ahead = asked.filter(({ track }) => track !== asked[0]?.track);
  expect(ahead.map(({ answered }) => answered?.split("/")[0])).toEqual(["bytes 0-65535"]);
});

test("the browser's own player loads all chunks of a track; time from click to playback", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/kanade");
  await untilQuiet(page);
  const id = await row(page, first)
    .locator("noscript audio")
    .or(row(page, first).locator("a.row-title"))
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

  const times: number[] = [];
  for (let n = 0; n < 6; n++) {
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
