import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { agreements } from "#app/features/creation/creation.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { sampleText, shortText } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import { sharedServer } from "../../servers/shared-server.ts";

/** What is spoken of it costs seconds. */
const [, , farTrain = ""] = sampleText.split(/(?<=。)/);

test("without scripts: sign in, create, publish, read and play", async () => {
  const { origin } = sharedServer();
  const client = new Client(origin);
  const browser = new PlainBrowser(client);
  const shown = () => browser.page;
  /** The page loads itself anew until then. */
  const until = (isThere: () => boolean) =>
    expect
      .poll(async () => {
        if (isThere()) return true;
        expect(browser.refresh).toMatch(/^\d+/);
        await browser.reload();
        return isThere();
      })
      .toBe(true);

  await browser.open("/");
  await shown().part("navigation", { name: "メインナビゲーション" }).follow("投稿");
  await browser.main.follow("ログインする");
  shown().fill("名前", "朝野 ひびき");
  shown().fill("メールアドレス", `${randomUUID()}@example.com`);
  await browser.main.press("ログインする");
  expect(browser.address).toBe("/create-post");

  for (const [path, text] of [
    ["/create-post", shortText],
    ["/create-post-v2", farTrain],
  ] as const) {
    await browser.open(path);
    await shown().press("台本を生成");
    expect(shown().text).toContain("テキストを入力してください");
    expect(shown().focused).toMatch(/^本文/);
    expect(browser.title).toMatch(/^エラー：/);
    shown().fill("本文", text);
    await shown().press("台本を生成");
    await until(() => shown().hasLink("1行目を聴く"));
    // A server that is busy asks for patience first.
    const spoken = async () => (await client.get(shown().href("1行目を聴く"))).headers.get("Content-Type");
    await expect.poll(spoken).toBe("audio/mpeg");
    await shown().follow("台本を直す");
    shown().fill("1行目", "直した一行目です。");
    await shown().press("1行目の操作");
    await shown().press("下に行を足す");
    expect(browser.address).toMatch(/#line-2$/);
    await shown().press("2行目を上へ");
    expect(shown().value("1行目")).toBe("");
    await shown().press("元に戻す");
    expect(shown().value("1行目")).toBe("直した一行目です。");
    await shown().press("保存して台本確認に戻る");
    expect(shown().part("list", { name: "台本" }).text).toContain("直した一行目です。");
    const speak = /音声を?生成/;
    await until(() => shown().hasButton(speak));
    await shown().press(speak);
    await until(() => shown().hasLink("最終投稿に進む"));
    await shown().follow("最終投稿に進む");
    expect(shown().part("audio").attribute("src")).toMatch(/\/api\/stream\//);
    await shown().press("投稿する");
    expect(shown().text).toContain("利用規約への同意が必要です");
    expect(shown().focused).toBe(agreements[0]);
    expect(shown().href("コミュニティガイドラインを読む")).toBe("/guidelines");
    for (const point of agreements) shown().check(point);
    await shown().press("投稿する");
    expect(browser.address).toMatch(/\/track\/\d+\?published$/);
    expect(shown().part("article").part("audio").attribute("src")).toMatch(/\/api\/stream\/\d+/);
    expect(browser.main.text).toContain(text === farTrain ? "遠くの電車の音" : "こんばんは。");
  }
  const [, trackId = ""] = /\/track\/(\d+)/.exec(browser.address) ?? [];
  const track = await (await client.get(`/api/tracks/${trackId}`)).json();
  const { duration } = z.object({ duration: z.number() }).parse(track);
  expect(shown().text).toContain(formatTime(duration));

  await browser.open("/create-post");
  shown().fill("本文", sampleText);
  await client.send("POST", "/api/auth/logout");
  await shown().press("台本を生成");
  expect(shown().part("region", { name: "送信した本文" }).text).toBe(sampleText);
  // In the list: home begins with no post of a new author's.
  await expect
    .poll(async () => {
      await browser.open("/");
      return shown()
        .parts("audio")
        .map((sound) => sound.attribute("src"));
    })
    .toContain(`/api/stream/${trackId}`);
});

/** A chapter has its own episode from 15 seconds on. */
const book = `# 夜の本

## 波

寄せては返す波の音を、ひとりで聞いていました。灯台《とうだい》の光が、ゆっくりと海の上を回っています。
遠くの船が、小さな明かりをともして通りすぎました。砂の上には、だれかの足あとが残っています。潮の匂いのする夜でした。

この段落は使いません。

## 風

北からの風が、ひと晩じゅう窓を鳴らしていました。庭の木も、物置の戸も、同じ調子でゆれています。
ふとんの中で、その音を数えているうちに眠りました。朝になると、風はやんで、空が青く晴れていました。
`;

test("without scripts a book becomes a series, which begins", async () => {
  const browser = await PlainBrowser.signedIn(sharedServer().origin, `${randomUUID()}@example.com`);
  const shown = () => browser.page;
  await browser.open("/sources");
  for (const [name, content] of [
    ["夜の本.pdf", "PDFではない文章"],
    ["夜の本.md", book],
  ] as const) {
    shown().fill(/^ファイル/, new File([content], name));
    await shown().press("読み取る");
    if (content !== book) expect(browser.main.text).toContain("この形式は読めません");
  }
  expect(shown().parts("heading", { name: "使う段落を選ぶ" })).toHaveLength(1);
  const unwanted = "この段落は使いません。";
  await shown().press("すべて外す");
  expect(shown().isChecked(unwanted)).toBe(false);
  await shown().press("すべて選ぶ");
  expect(shown().isChecked(unwanted)).toBe(true);
  shown().check(unwanted, false);
  await shown().press("何回かに分けて連続番組にする");
  expect(shown().parts("heading", { name: /^全2回/ })).toHaveLength(1);
  expect(browser.main.text).not.toContain("この段落は使いません");
  shown().check(/^できしだい続けて/);
  for (const point of agreements) shown().check(point);
  await shown().press("連続番組を始める");
  expect(browser.address).toMatch(/^\/series\/\d+$/);
  expect(shown().text).toMatch(/全2回、これから公開します|2回のうち\d回を公開しました/);
  const series = browser.address;
  await shown().follow("プレイリスト");
  expect(shown().part("h1").text).toContain("夜の本");
  // Its episodes are spoken to their end in the browser's journey.
  await browser.open(series);
  await shown().press("この連続番組を消す");
  await shown().press("消す");
});
