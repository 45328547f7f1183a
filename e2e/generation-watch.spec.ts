import type { Page } from "@playwright/test";
import { expect, signInAtHome, test } from "./site.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const working = (page: Page) => page.getByRole("complementary", { name: "音声生成の進み具合" });
const ready = (page: Page) => page.getByRole("link", { name: "音声プレビューを確認" });
const toast = (page: Page) => page.getByRole("listitem").filter({ hasText: "音声プレビューを生成しました" });

const task = (id: string, status: string) => ({
  id,
  status,
  progress: 40,
  trackId: null,
  userSessionId: `v2_${id}`,
  errorMessage: null,
  createdAt: new Date().toISOString(),
});

/** Shows home with a preview at work, then with the list of tasks as it is `afterwards`. */
async function watch(page: Page, afterwards: object[]): Promise<void> {
  let tasks: object[] = [task("one", "processing")];
  await signInAtHome(page);
  await page.route("**/api/audio-tasks/user", (route) => route.fulfill({ json: tasks }));
  await page.reload();
  await expect(working(page)).toBeVisible();
  tasks = afterwards;
  await expect(working(page)).toBeHidden();
}

test("the end of a preview that the list knows is told without another call", async ({ page }) => {
  await page.route("**/api/audio-tasks/one", (route) => route.abort());
  await watch(page, [task("one", "completed")]);
  await expect(ready(page)).toHaveAttribute("href", "/create-post-v2");
  await expect(toast(page)).toHaveCount(1);
});

test("an end that a lost connection kept back is asked for again, and told once", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/audio-tasks/one", (route) => {
    asked++;
    if (asked === 1) return route.abort();
    if (asked === 2) return route.fulfill({ status: 503, json: {} });
    return route.fulfill({ json: task("one", "completed") });
  });
  await watch(page, []);
  await expect(ready(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(1);
  expect(asked).toBe(3);
});

test("a preview that is no more has nothing to tell, and the next one is watched", async ({ page }) => {
  await page.route("**/api/audio-tasks/one", (route) => route.fulfill({ status: 404, json: {} }));
  const answered = page.waitForResponse("**/api/audio-tasks/one");
  await watch(page, []);
  await answered;
  await page.route("**/api/audio-tasks/user", (route) =>
    route.fulfill({ json: [task("two", "processing")] }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event("mugen:generation-started")));
  await expect(working(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});
