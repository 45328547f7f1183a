import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, db, openDatabase } from "#db/client.ts";
import { contactMessages, trackReports } from "#db/schema/index.ts";
import { Client } from "#test/client.ts";
import { publish } from "./creation/publish.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, signIn, test } from "./site.ts";

const failure = "送信に失敗しました。もう一度お試しください。";
const sent = (page: Page) => page.getByRole("heading", { name: "お問い合わせを受け付けました" });
const send = (page: Page) => page.getByRole("button", { name: "送信する" });
/** Waits until the form is hydrated. */
const alive = (page: Page, name: string) =>
  expect
    .poll(() =>
      page
        .getByRole("button", { name })
        .evaluate((button) => Object.keys(button).some((key) => key.startsWith("__react"))),
    )
    .toBe(true);

/** The stored messages, and the reports of a track. */
async function kept(dataDir: string, trackId = 0) {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  try {
    return {
      messages: (await db.select().from(contactMessages)).map(({ message }) => message),
      reports: await db.select().from(trackReports).where(eq(trackReports.trackId, trackId)),
    };
  } finally {
    await closeDatabase();
  }
}
const times = (all: readonly string[], one: string) => all.filter((each) => each === one).length;

async function fill(page: Page, message: string): Promise<void> {
  await page.getByLabel("お名前").fill("夜野 かなで");
  await page.getByLabel("メールアドレス").fill("kanade@example.com");
  await page.getByLabel("件名").selectOption("その他");
  await page.getByLabel("お問い合わせ内容").fill(message);
}

test("the menu leads to the form, which says what is missing and goes there; then it thanks", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "メニュー" }).first().click();
  await page.getByText("ヘルプとプライバシー").click();
  await page.getByRole("link", { name: "お問い合わせ" }).click();
  await expect(page.getByRole("heading", { name: "お問い合わせ" })).toBeVisible();
  await alive(page, "送信する");
  await expect(page.getByLabel("件名").locator("option:not([hidden])")).toHaveText([
    "プレミアム機能について",
    "技術的な問題",
    "料金・支払いについて",
    "解約について",
    "アカウントについて",
    "その他",
  ]);
  await expect(page.getByLabel("お問い合わせ内容")).toHaveAttribute("rows", "6");
  await page.getByLabel("お名前").fill("夜野 かなで");
  await send(page).click();
  await expect(page.getByLabel("メールアドレス")).toBeFocused();
  await expect(page.getByLabel("メールアドレス")).toHaveAccessibleDescription(
    /メールアドレスを入力してください/,
  );
  await expect(page.getByLabel("お名前")).toHaveValue("夜野 かなで");
  await expectAccessible(page, "the refused form");
  await page.getByLabel("メールアドレス").fill("kanade@");
  await expect(page.getByText("メールアドレスを入力してください")).toBeHidden();
  await expect(page.getByLabel("メールアドレス")).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("お問い合わせ内容")).toHaveAttribute("aria-invalid", "true");
  await send(page).click();
  await expect(page.getByLabel("メールアドレス")).toBeFocused();
  await expect(page.getByLabel("メールアドレス")).toHaveAttribute("aria-invalid", "true");
  await fill(page, "メニューから来ました。");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await send(page).dblclick();
  await expect(sent(page)).toBeFocused();
  expect(calls.filter((call) => call === "POST /contact.data")).toHaveLength(1);
  await expectAccessible(page, "the thanks");
  await page.getByRole("link", { name: "ホームに戻る" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("without a network nothing that was typed is lost, and it is sent when there is one again", {
  tag: "@release",
}, async ({ page, server }) => {
  await page.goto("/contact");
  await alive(page, "送信する");
  await fill(page, "トンネルの中です。");
  await page.context().setOffline(true);
  await send(page).click();
  await expect(page.getByRole("alert").filter({ hasText: failure })).toBeInViewport();
  await expect(page.getByLabel("お問い合わせ内容")).toHaveValue("トンネルの中です。");
  await expect(page.getByLabel("件名")).toHaveValue("その他");
  await page.context().setOffline(false);
  await page.route("**/contact.data", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await send(page).click();
  await expect(page.getByRole("alert").filter({ hasText: failure })).toBeInViewport();
  await send(page).click();
  await expect(sent(page)).toBeVisible();
  expect(times((await kept(server.dataDir)).messages, "トンネルの中です。")).toBe(1);
});

test("a track is reported from its page; reporting again changes the report", { tag: "@release" }, async ({
  page,
  server,
}) => {
  const author = `hibiki${Date.now()}@example.com`;
  await Client.signedIn(server.origin, author);
  const [trackId = 0] = await publish(server, author, ["灯台守の一日"]);
  await signIn(page);
  await page.goto(`/track/${trackId}`);
  await page.getByRole("link", { name: "この音声を報告" }).click();
  await expect(page.getByRole("heading", { name: "この音声を報告" })).toBeVisible();
  await page.getByRole("button", { name: "報告する" }).click();
  await expect(page.getByText("理由を選択してください")).toBeVisible();
  await expect(page.getByRole("radio").first()).toBeFocused();
  await expectAccessible(page, "the refused report");
  await page.getByLabel("宣伝やスパムである").check();
  await page.getByLabel("くわしい内容").fill("ずっと宣伝です。");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "報告する" }).click();
  await expect(page.getByRole("alert")).toContainText("報告を送信できませんでした");
  await expect(page.getByLabel("くわしい内容")).toHaveValue("ずっと宣伝です。");
  await expect(page.getByLabel("宣伝やスパムである")).toBeChecked();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "報告する" }).click();
  await expect(page.getByText("報告を受け付けました")).toBeVisible();
  await page.getByRole("link", { name: "この音声を報告" }).click();
  await expect(page.getByText("この音声は報告済みです")).toBeVisible();
  await expect(page.getByLabel("宣伝やスパムである")).toBeChecked();
  await page.getByLabel("その他").check();
  await page.getByRole("button", { name: "報告を更新する" }).click();
  await expect(page.getByText("報告を受け付けました")).toBeVisible();
  expect((await kept(server.dataDir, trackId)).reports).toMatchObject([
    { reason: "other", comment: "ずっと宣伝です。" },
  ]);
});
