import { rmSync } from "node:fs";
import { startServer } from "#test/servers/server.ts";
import { expect, expectWorker, signInAtHome, test } from "../site.ts";
import { makeNextVersion } from "./next-version.ts";

test.use({ serviceWorkers: "allow" });

test("a new version takes over when its turn has come: open pages keep theirs, and their sound", {
  tag: "@release",
}, async ({ page, server }) => {
  test.setTimeout(240_000);
  const folder = makeNextVersion("番組を探す");
  await signInAtHome(page);
  await expectWorker(page);
  const shell = () => page.evaluate(() => caches.keys());
  const before = await shell();
  await page.evaluate(() => {
    const sound = Object.assign(new Audio("/audio-sample.mp3"), { loop: true, id: "sound" });
    document.body.append(sound);
    return sound.play();
  });

  await server.stop();
  const port = new URL(server.origin).port;
  const next = await startServer({ dataDir: server.dataDir, env: { PORT: port }, folder });
  try {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting);
    await expect.poll(shell).toHaveLength(2);
    const second = await page.context().newPage();
    await second.goto("/search");
    await expect(second.getByRole("heading", { name: "番組を探す", level: 1 })).toBeVisible();
    await second.reload();
    // The server has no such script any more.
    await page.getByRole("link", { name: "検索" }).first().click();
    await expect(page.getByRole("heading", { name: "検索", level: 1 })).toBeVisible();
    const position = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
    const then = await position();
    await expect.poll(position).not.toBe(then);
    expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(false);
    expect(await shell()).toHaveLength(2);

    await second.close();
    // The worker asks the next one to take over (`take-over.test.ts`). The browser lets it give way once it has nothing to do
    // for a while, which reloads at once would prevent. An event that comes while it stops wakes it up again, until the next
    // page is asked for. Under a debugger that request gets no answer then, so the journey asks again.
    await expect(async () => {
      await page.goto("/search", { timeout: 15_000 });
      const old = async () => (await shell()).filter((name) => before.includes(name));
      await expect.poll(old, { timeout: 20_000 }).toEqual([]);
    }).toPass();
    await expect(page.getByRole("heading", { name: "番組を探す", level: 1 })).toBeVisible();
    expect(await shell()).toHaveLength(1);
    await page.context().setOffline(true);
    await page.goto("/");
    await expect(page.getByText("接続できませんでした")).toBeVisible();
    await page.context().setOffline(false);
    await expect(page).toHaveURL("/");
  } finally {
    await next.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
