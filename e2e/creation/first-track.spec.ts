import type { APIRequestContext, Page } from "@playwright/test";
import { z } from "zod";
import { formatTime } from "#app/lib/format-time.ts";
import { sampleText } from "#test/api/journeys.ts";
import { decodeMp3, medianPitch, rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { expect, signIn, spokenMs, test } from "../site.ts";
import { agree } from "./publish.ts";

/** Has the page load its data again, as when its tab comes back into view. */
async function lookAgain(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/create-post-v2\.data/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await loaded;
  await page.waitForFunction(
    () => Reflect.get(window, "__reactRouterDataRouter")?.state.revalidation === "idle",
  );
  // The page has drawn it by then.
  await page.evaluate(() => scheduler.postTask(() => true, { priority: "background" }));
}

/** The times of a WebVTT file's cues by speaker, in seconds. */
function cuesOf(vtt: string): { speaker: string; start: number; end: number }[] {
  const seconds = (stamp: string) => stamp.split(":").reduce((total, part) => total * 60 + Number(part), 0);
  return [...vtt.matchAll(/([\d:.]+) --> ([\d:.]+)\n<v ([^>]+)>/g)].map(
    ([, start = "", end = "", speaker = ""]) => ({
      speaker,
      start: seconds(start),
      end: seconds(end),
    }),
  );
}

/** The length of a track as the API tells it, in seconds. */
async function durationOf(request: APIRequestContext, trackId: string): Promise<number> {
  const shown = await (await request.get(`/api/tracks/${trackId}`)).json();
  return z.object({ duration: z.number() }).parse(shown).duration;
}

/** The audio has the length that the page shows, no silent turn, and two voices of different pitch. `names`: of A and B. */
async function expectAudio(
  request: APIRequestContext,
  page: Page,
  trackId: string,
  names: readonly [string, string],
): Promise<void> {
  const duration = await durationOf(request, trackId);
  const file = await (await request.get(`/api/stream/${trackId}`)).body();
  const { samples, sampleRate } = await decodeMp3(new Uint8Array(file));
  const heard = samples.length / sampleRate;
  expect(Math.abs(heard - duration) / duration).toBeLessThan(0.02);
  await expect(page.locator("body")).toContainText(formatTime(duration));

  const cues = cuesOf(await (await request.get(`/api/tracks/${trackId}/transcript.vtt`)).text());
  const pitchOf = (speaker: string) => {
    const spoken = cues.filter((cue) => cue.speaker === speaker);
    const parts = spoken.map(({ start, end }) => samples.subarray(start * sampleRate, end * sampleRate));
    for (const part of parts) expect(rootMeanSquare(part)).toBeGreaterThan(0.01);
    const joined = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return medianPitch(joined, sampleRate);
  };
  const [a, b] = [pitchOf(names[0]), pitchOf(names[1])];
  expect(Math.abs(a - b) / Math.min(a, b)).toBeGreaterThan(0.2);
}

/** What is spoken of it costs seconds. */
const [firstSentence = "", secondSentence = ""] = sampleText.split(/(?<=。)/);

test("a visitor becomes a member, creates a track and plays it on its page and on home", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "メインナビゲーション" })
    .getByRole("link", { name: "投稿" })
    .click();
  const prompt = page.getByRole("dialog");
  await expect(prompt).toContainText("この機能を利用するには ログインが必要です");
  await prompt.getByRole("link", { name: "ログインする" }).click();
  await page.getByLabel("名前").fill("夜野 かなで");
  await page.getByLabel("メールアドレス").fill("first@example.com");
  await page.getByLabel("メールアドレス").press("Enter");
  await page.waitForURL("**/create-post");

  await page.goto("/create-post-v2");
  const text = firstSentence + secondSentence;
  await page.getByLabel("本文").fill(text);
  await expect(page.locator("body")).toContainText(`${text.length}/2,000文字`);
  await page.getByText("話し方", { exact: true }).click();
  await page.getByLabel("インタビュー").check();
  await page.getByRole("button", { name: "台本を生成" }).click();
  await page.getByRole("link", { name: "台本を直す" }).click();
  const line = page.getByLabel("1行目", { exact: true });
  await line.fill("書きかけです。");
  await page.reload();
  await expect(page.getByText("保存していない変更を戻しました")).toBeVisible();
  await expect(line).toHaveValue("書きかけです。");
  // On the server it is kept too: the page of another device begins with it.
  const asLeft = async () => (await page.request.get("/create-post-v2?step=edit")).text();
  await expect.poll(asLeft).toContain("書きかけです。");
  await line.press("Home");
  for (let step = 0; step < 4; step++) await line.press("ArrowRight");
  await page.getByLabel("1行目の操作").click();
  await page.getByRole("button", { name: "分ける" }).first().click();
  await expect(page.getByLabel("2行目", { exact: true })).toHaveValue("です。");
  await expect(page.getByLabel("2行目", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "2行目を上へ" }).click();
  await expect(line).toHaveValue("です。");
  await page.getByRole("heading", { name: "台本を直す" }).click();
  await page.keyboard.press("Control+z");
  await expect(line).toHaveValue("書きかけ");
  await page.getByRole("link", { name: "保存せずに戻る" }).click();
  await expect(page.getByText("保存していない変更があります")).toBeVisible();
  await page.getByText("声と名前", { exact: true }).click();
  const name = page.getByLabel("名前").first();
  await name.evaluate((input) => input.removeAttribute("maxlength"));
  await name.fill("みずき".repeat(7));
  await page.getByRole("button", { name: "声と名前を保存" }).click();
  const refusal = page.getByText("話し手の名前は20文字以内で入力してください");
  await expect(refusal).toBeVisible();
  await lookAgain(page);
  await expect(refusal).toBeVisible();
  await name.fill("みずき");
  await page.reload();
  const voices = page.locator("summary", { hasText: "声と名前" });
  await expect(voices).toContainText("みずき：");
  await voices.click();
  await page.getByText("声を聞きくらべる").click();
  const samplePlays = (audio: HTMLAudioElement) => audio.play().then(() => audio.pause());
  await page
    .getByLabel(/の見本$/)
    .first()
    .evaluate(samplePlays);
  await page.getByRole("button", { name: "このまま音声生成" }).click();
  await expect(page.locator(".drawn-cover")).toBeVisible();
  await page.getByLabel("1行目を直す").click({ timeout: spokenMs });
  const cover = await page.getByRole("main").locator("img[src^='/covers/']").getAttribute("src");
  const firstLine = page.getByRole("list", { name: "台本" }).getByRole("listitem").first();
  await expect(firstLine).toContainText("みずき");
  const firstText = await page.getByLabel("1行目の文").inputValue();
  await page.getByLabel("1行目の文").fill("言い直した行です。");
  await page.getByRole("button", { name: "この行を言い直す" }).click();
  const undo = page.getByRole("button", { name: "1つ前に戻す" });
  await expect(undo).toBeVisible({ timeout: spokenMs });
  await expect(firstLine).toContainText("言い直した行です。");
  await undo.click();
  await expect(firstLine).toContainText(firstText);
  await expect(undo).toBeHidden();
  await page.getByRole("link", { name: "最終投稿に進む" }).click({ timeout: spokenMs });
  const title = page.getByRole("textbox", { name: "タイトル" });
  await title.fill("最後に付けた題");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("link", { name: "カテゴリーを直す" }).click();
  await page.getByRole("checkbox", { name: "その他" }).check();
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByRole("list", { name: "カテゴリー" })).toContainText("その他");
  await page.getByRole("link", { name: "最終投稿に進む" }).click();
  await expect(page.getByRole("list", { name: "カテゴリー" })).toContainText("その他");
  await expect(title).toHaveValue("最後に付けた題");
  await expect(page.getByRole("checkbox").first()).not.toBeChecked();
  const publish = page.getByRole("button", { name: "投稿する" });
  await expect(publish).toBeDisabled();
  await agree(page);
  await publish.click();
  await page.waitForURL(/\/track\/\d+\?published$/);
  await expect(page.getByRole("listitem").filter({ hasText: "音声を投稿しました！" })).toBeVisible();
  await expect(page.getByRole("region", { name: "できました" }).getByText("次の投稿")).toBeVisible();

  await expect(page.getByRole("main").locator(`img[src="${cover}"]`)).toBeVisible();

  const trackId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page
    .getByRole("main")
    .getByRole("button", { name: /を再生$/ })
    .first()
    .click();
  const seek = page.getByRole("main").getByRole("slider").first();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);
  const shown = await page.getByRole("heading", { level: 1 }).textContent();
  expect(shown).toBe("最後に付けた題");
  await expectAudio(request, page, trackId, ["みずき", "B"]);

  await page
    .getByRole("main")
    .getByRole("button", { name: /を一時停止$/ })
    .first()
    .click();
  const address = page.url();
  await page.getByRole("link", { name: "音声を訂正する" }).click();
  await page.getByLabel("1行目を訂正").click();
  await page.getByLabel("1行目の文").fill("訂正した行です。");
  await page.getByRole("button", { name: "この行を訂正する" }).click();
  await expect(page.getByText("訂正の記録（1件）")).toBeVisible({ timeout: spokenMs });
  // As any listener reads it.
  const read = await (await request.get(address)).text();
  for (const words of ["訂正の記録", firstText, "訂正した行です。"]) expect(read).toContain(words);
  await page.getByRole("link", { name: "ホーム" }).last().click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("main")).toContainText(shown ?? "—");
  await page
    .getByRole("main")
    .getByRole("button", { name: /を再生$/ })
    .first()
    .click();
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: /を一時停止$/ })
      .first(),
  ).toBeVisible();
});

test("the text stays when the network fails, and comes back after a reload", async ({ page, context }) => {
  await signIn(page);
  const toastViewLoaded = page.waitForResponse(/toast-view/);
  await page.goto("/create-post-v2");
  await toastViewLoaded;
  await page.getByLabel("本文").fill(sampleText);
  await page.getByText("話し方", { exact: true }).click();
  await page.getByLabel("朗読").check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "台本を生成" }).click();
  await expect(page.getByText("ネットワークエラーが発生しました").first()).toBeVisible();
  await expect(page.getByLabel("本文")).toHaveValue(sampleText);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByLabel("本文")).toHaveValue(sampleText);
  await expect(page.locator("summary", { hasText: "話し方" })).toContainText("朗読");
  await expect(page.getByLabel("朗読")).toBeChecked();
});

test("starting over asks, and there is a way back to the text; cancelled audio is not said to go on", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/create-post-v2");
  // Speaking it takes longer than all that follows; a sentence that comes again would not be spoken again.
  const text = Array.from({ length: 40 }, (_, at) => `${at + 1}番目の駅に、夜の電車が着きました。`).join("");
  await page.getByLabel("本文").fill(text);
  await page.getByRole("button", { name: "台本を生成" }).click();
  const speak = page.getByRole("button", { name: "このまま音声生成" });
  await speak.click();
  const toast = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect(toast("音声生成を開始しました")).toBeVisible();
  await page.getByRole("button", { name: "中止" }).click();
  await expect(toast("音声の生成を中止しました")).toBeVisible();
  await expect(toast("音声生成を開始しました")).toHaveCount(0);

  const startOver = page.getByRole("button", { name: "最初からやり直す" });
  const dialog = page.getByRole("dialog", { name: "最初からやり直しますか？" });
  await startOver.click();
  await dialog.getByRole("link", { name: "入力に戻る" }).click();
  await expect(page.getByLabel("本文")).toHaveValue(text);
  await page.getByRole("link", { name: "台本に戻る" }).click();
  await speak.click();
  await expect(page.getByRole("progressbar", { name: "音声を生成しています" })).toBeVisible();
  const lastLine = page.locator(".drawn-cover path").last();
  // A quick machine has spoken some of it by the first look.
  await expect(lastLine).toHaveCSS("stroke-dashoffset", /^(?:1\.02|0\.\d+)px$/);
  // Whoever wants less motion has it whole.
  await expect(lastLine).toHaveCSS("stroke-dasharray", "none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(lastLine).toHaveCSS("stroke-dasharray", "1px, 1.1px");
  await expect(lastLine).toHaveCSS("transition-duration", "1s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  // It lies over the button on a phone.
  await toast("音声生成を開始しました").getByRole("button", { name: "閉じる" }).click();
  await startOver.click();
  await dialog.getByRole("button", { name: "削除してやり直す" }).click();
  await expect(page.getByLabel("本文")).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("button", { name: "台本を生成" })).toBeVisible();
});

test("the error of an empty text goes with its first letter", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await page.goto("/create-post-v2");
  const text = page.getByLabel("本文");
  await page.getByRole("button", { name: "台本を生成" }).press("Enter");
  await expect(text).toHaveAccessibleDescription(/^テキストを入力してください/);
  await text.fill("雨");
  await expect(text).not.toHaveAttribute("aria-invalid");
  await expect(text).not.toHaveAccessibleDescription(/テキストを入力してください/);
});
