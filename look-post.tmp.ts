import { chromium } from "playwright-core";
import { browserOptions } from "./e2e/browser.ts";
const { launchOptions } = await browserOptions();
const origin = "http://127.0.0.1:3941";
const browser = await chromium.launch(launchOptions);
const out = "/tmp/post-shots"; 
import { mkdirSync } from "node:fs"; mkdirSync(out, { recursive: true });
for (const [w, h, theme] of [[375, 812, "light"], [1280, 800, "dark"]] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, locale: "ja-JP" });
  await context.addCookies([{ name: "mugen_consent", value: "visit-of-a-test-000000.essential", url: origin }, { name: "mugen_theme", value: theme, url: origin }]);
  const page = await context.newPage();
  const shot = async (name: string) => { await page.evaluate((t) => document.documentElement.setAttribute("data-theme", t), theme); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/${name}-${w}.png`, fullPage: w === 375 }); };
  await page.goto(origin + "/contact"); await page.waitForLoadState("networkidle");
  await shot("contact");
  await page.getByRole("button", { name: "送信する" }).click(); await page.waitForTimeout(800);
  await shot("contact-refused");
  await context.setOffline(true);
  await page.getByLabel("お名前").fill("夜野 かなで");
  await page.getByLabel("お問い合わせ内容").fill("台本がつくれません。");
  await page.getByRole("button", { name: "送信する" }).click(); await page.waitForTimeout(800);
  await shot("contact-offline");
  await context.setOffline(false);
  await page.getByLabel("メールアドレス").fill("kanade@example.com");
  await page.getByLabel("件名").selectOption("技術的な問題");
  await page.getByRole("button", { name: "送信する" }).click(); await page.waitForTimeout(1200);
  await shot("contact-sent");
  await page.goto(origin + "/access-denied"); await shot("denied");
  await page.goto(origin + "/track/1"); await page.waitForLoadState("networkidle");
  await shot("track");
  if (await page.getByRole("link", { name: "この音声を報告" }).count()) {
    await page.getByRole("link", { name: "この音声を報告" }).click(); await page.waitForTimeout(800);
    await shot("report");
    await page.getByRole("button", { name: "報告する" }).click(); await page.waitForTimeout(800);
    await shot("report-refused");
    await page.getByLabel("事実と異なる").check();
    await page.getByRole("button", { name: "報告する" }).click(); await page.waitForTimeout(1000);
    await shot("reported");
  }
  await context.close();
}
await browser.close();
