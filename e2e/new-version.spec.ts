import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#test/server.ts";
import { expect, expectWorker, signInAtHome, test } from "./site.ts";

test.use({ serviceWorkers: "allow" });

const root = path.dirname(import.meta.dirname);

/** The program with another title on its search page, built in a folder of its own. */
function buildNextVersion(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-next-"));
  const sources = ["app", "db", "jobs", "public", "package.json", "tsconfig.json"];
  for (const name of [...sources, "vite.config.ts", "react-router.config.ts"]) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir");
  const search = path.join(folder, "app/routes/screens/search.tsx");
  const source = readFileSync(search, "utf8");
  const changed = source.replace('<Page title="検索">', '<Page title="番組を探す">');
  if (changed === source) throw new Error("the search page has changed");
  writeFileSync(search, changed);
  const { status, stderr } = spawnSync(process.execPath, ["app/build.mjs"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(stderr);
  return folder;
}

test("a new version takes over when its turn has come: open pages keep theirs, and their sound", async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  const folder = buildNextVersion();
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
    expect(await shell()).toHaveLength(2);
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
    await page.reload();
    await expect(page.getByRole("heading", { name: "番組を探す", level: 1 })).toBeVisible();
    await expect.poll(async () => (await shell()).filter((name) => before.includes(name))).toEqual([]);
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
