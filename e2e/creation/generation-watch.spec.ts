import type { Page } from "@playwright/test";
import { shortText } from "#test/api/journeys.ts";
import { expect, signIn, spokenMs, test } from "../site.ts";

const progress = (page: Page) => page.getByRole("complementary", { name: "音声生成の進み具合" });
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

/** An event stream that says that tasks have changed, and ends: the page opens it anew after some seconds. */
const news = 'event: topics\ndata: ["tasks"]\n\nevent: change\ndata: ["tasks"]\n\n';

/** Shows home with a running preview, then replaces the task list by `nextTasks`. */
async function watch(page: Page, nextTasks: object[]): Promise<void> {
  let tasks: object[] = [task("one", "processing")];
  await signIn(page);
  await page.route("**/api/notifications/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: news }),
  );
  await page.route("**/api/audio-tasks/user", (route) => route.fulfill({ json: tasks }));
  await page.goto("/");
  await expect(progress(page)).toBeVisible();
  tasks = nextTasks;
  await expect(progress(page)).toBeHidden();
}

test("a finished preview in the list is reported without another request", { tag: "@release" }, async ({
  page,
}) => {
  await page.route("**/api/audio-tasks/one", (route) => route.abort());
  await watch(page, [task("one", "completed")]);
  await expect(ready(page)).toHaveAttribute("href", "/create-post-v2");
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toContainText("本日の投稿数 0/3（残り3回）");
});

test("an end that a failed request hid is requested again and reported once", { tag: "@release" }, async ({
  page,
}) => {
  let requests = 0;
  await page.route("**/api/audio-tasks/one", (route) => {
    requests++;
    if (requests === 1) return route.abort();
    if (requests === 2) return route.fulfill({ status: 503, json: {} });
    return route.fulfill({ json: task("one", "completed") });
  });
  await watch(page, []);
  await expect(ready(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(1);
  expect(requests).toBe(3);
});

test("a deleted preview is not reported, and the next one is followed", { tag: "@release" }, async ({
  page,
}) => {
  await page.route("**/api/audio-tasks/one", (route) => route.fulfill({ status: 404, json: {} }));
  const responded = page.waitForResponse("**/api/audio-tasks/one");
  await watch(page, []);
  await responded;
  await page.route("**/api/audio-tasks/user", (route) =>
    route.fulfill({ json: [task("two", "processing")] }),
  );
  await expect(progress(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

test("work of another device appears; 2.0x is offered first; closing the page reports it", {
  tag: "@release",
}, async ({ page }) => {
  const { request } = page.context();
  await signIn(page);
  // The page's first question is answered when the work is over already.
  const over = Promise.withResolvers<void>();
  const list = "/api/audio-tasks/user";
  await page.route(`**${list}`, async (route) => {
    await over.promise;
    await route.continue();
  });
  await page.goto("/create-post-v2");
  await expect(page.getByText("0/2,000文字")).toBeVisible();
  const written = await (
    await request.post("/api/generate-script", { data: { inputText: shortText, isV2UserContent: true } })
  ).json();
  await request.post("/api/v2/background-process", { data: { ...written, speakingRate: 2 } });
  await expect
    .poll(async () => await (await request.get(list)).text(), { timeout: spokenMs })
    .toContain('"status":"completed"');
  over.resolve();
  await expect(page.getByRole("link", { name: "最終投稿に進む" })).toBeVisible({ timeout: spokenMs });

  const double = page.getByRole("radio", { name: "2倍" });
  await double.click({ force: true });
  await page.getByRole("dialog").getByRole("button", { name: "24時間無料で試す" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(double).not.toBeChecked();
  await double.click({ force: true });
  await expect(double).toBeChecked();

  const reported = page.waitForRequest(
    (sent) => sent.url().endsWith("/api/publish-track") && sent.postDataJSON().autoUpdateOnly === true,
  );
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
  await reported;
});
