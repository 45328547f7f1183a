import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { agreements } from "#app/features/creation/creation.ts";
import { staleScript } from "#app/features/creation/creation-messages.ts";
import { consumeDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { write } from "#db/client.ts";
import { makePreview, sampleText, shortText, writeScript } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
beforeAll(() => {
  server = sharedServer();
});

const member = (name: string) => Client.signedIn(server.origin, `creation-${name}`);
const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();

test("without JavaScript the page says what kind a text was taken for, writes it as another, and offers a reading where one voice is enough", async () => {
  const maker = await member("kinds@example.com");
  const path = "/create-post-v2";
  // A busy server answers a post before the script is written.
  const page = async () => {
    let written = "";
    await expect
      .poll(async () => (written = await (await maker.get(path)).text()), { timeout: 60_000 })
      .not.toContain('http-equiv="refresh"');
    return written;
  };
  const rewrite = async (fields: Record<string, string>) => {
    const scriptTaskId = /name="scriptTaskId" value="([^"]+)"/.exec(await page())?.[1] ?? "";
    return maker.form(path, { intent: "rewrite-script", scriptTaskId, ...fields });
  };
  const inputText =
    "訃報\n\n弊社相談役が、去る三日、永眠いたしました。ここに謹んでお知らせ申し上げます。\n\n葬儀は近親者のみにて執り行いました。後日、お別れの会を予定しております。";
  await maker.form(path, { intent: "generate-script", inputText, textKind: "auto" });
  const found = await page();
  expect(found).toContain("お悔やみ<!-- -->（自動）");
  expect(found).not.toContain("ありがとうございました");
  await rewrite({ textKind: "notice" });
  const changed = await page();
  expect(changed).toContain("お知らせ</span>");
  expect(changed).toMatch(/ありがとうございました|よろしくお願いします/u);
  expect((await rewrite({ textKind: "no-such-kind" })).status).toBe(400);

  const start = { intent: "generate-script", inputText: "今日も星がきれいだ。", textKind: "auto" };
  await maker.form(path, start);
  expect(await page()).toContain("朗読にする");
  await rewrite({ form: "reading" });
  expect(await page()).not.toContain("朗読にする");

  // A form that the text does not fit is refused beside the choice, with the text kept.
  const unfit = await maker.form(`${path}?step=input`, { ...start, form: "questions" });
  expect(unfit.status).toBe(400);
  const refused = await unfit.text();
  expect(refused).toMatch(/<details[^>]*open=""[^>]*><summary[^>]*>(?:<span[^>]*>)+話し方/);
  // Once, beside the choice, where the focus is.
  const main = refused.slice(refused.indexOf("<main"), refused.indexOf("</main>"));
  expect(main.split("一問一答にできる問いと答えが、文章に2つ以上見つかりません。")).toHaveLength(2);
  expect(main).toMatch(
    /<input type="radio"[^>]*autofocus=""[^>]*value="questions"|<input[^>]*value="questions"[^>]*autofocus=""/i,
  );
  expect(refused).toContain("今日も星がきれいだ。</textarea>");
  expect(refused).not.toContain('value="plain"');

  const body = { inputText, textKind: "letter", isV2UserContent: true };
  const written = z.object({ textKind: z.string() });
  const reply = await json(maker.send("POST", "/api/generate-script", body));
  expect(written.parse(reply).textKind).toBe("letter");
});

test("without JavaScript the sentences for a minute are shown kept and dropped, changed with a tick, and made into a script", async () => {
  const maker = await member("minutes@example.com");
  const path = "/create-post-v2";
  const inputText = Array.from(
    { length: 20 },
    (_, at) =>
      `第${at + 1}の町の図書館は、夜の八時まで開いています。本は一度に${at + 11}冊まで借りられます。`,
  ).join("\n\n");
  const asked = await maker.form(path, {
    intent: "generate-script",
    inputText,
    minutes: "1",
    form: "reading",
  });
  const place = asked.headers.get("Location") ?? "";
  expect(place).toMatch(/^\/sources\/[\w-]+\/minutes\?minutes=1&form=reading/u);
  const page = await (await maker.get(place)).text();
  expect(page).toMatch(/約(?:55秒|1分)/u);
  const ticked = [...page.matchAll(/<input (?=[^>]*name="(kept\[\d+\])")(?:[^>]*( checked=""))?/gu)];
  const kept = ticked.flatMap(([, name = "", checked]) => (checked ? [name] : []));
  expect(ticked.length).toBe(40);
  expect(kept.length).toBeGreaterThan(4);
  expect(kept.length).toBeLessThan(20);
  const version = /name="version" value="([^"]+)"/u.exec(page)?.[1] ?? "";
  const make = (names: readonly string[], fields: Record<string, string> = {}) =>
    maker.form(place, {
      ...{ intent: "make", minutes: "1", form: "reading", hasGreetings: "no", version },
      ...Object.fromEntries(names.map((name) => [name, "on"])),
      ...fields,
    });
  expect((await make([])).status).toBe(400);
  expect((await make(kept, { version: "1-1" })).status).toBe(409);
  const added = ticked.map(([, name = ""]) => name).find((name) => !kept.includes(name)) ?? "";
  const made = await make([...kept.slice(1), added]);
  expect([made.status, made.headers.get("Location")]).toEqual([303, path]);
  let review = "";
  await expect
    .poll(async () => (review = await (await maker.get(path)).text()), { timeout: 60_000 })
    .toContain("台本を直す");
  expect(review).toMatch(/約(?:[45]\d秒|1分)/u);
  const sentences = inputText.split(/(?<=。)\s*/u).filter(Boolean);
  const has = (name: string) => review.includes(`${sentences[Number(/\d+/u.exec(name)?.[0])] ?? ""}`);
  expect(has(kept[0] ?? "")).toBe(false);
  expect(has(added)).toBe(true);
  // Who types another text has it in the place of the first; one that is too short says so.
  const short = await maker.form(path, {
    intent: "generate-script",
    inputText: "夜は静かです。",
    minutes: "5",
  });
  const shortPage = await (await maker.get(short.headers.get("Location") ?? "")).text();
  expect(shortPage).toContain("文章をすべて使っても、5分にはなりません。");
  expect((await maker.get(place)).status).toBe(404);
});

test("without JavaScript the page after a reflected fact check and after a publication says once that it happened", async () => {
  const maker = await member("told@example.com");
  const path = "/create-post-v2";
  const page = async (place = path) => (await maker.get(place)).text();
  const inputText = "この山は日本で一番高い山です。標高は3776メートルあります。誰でも必ず登れます。";
  await maker.form(path, { intent: "generate-script", inputText, title: "高い山" });
  const unreflected = await page();
  for (const said of ["台本を更新しました", "ファクトチェックの結果を反映した台本です"])
    expect(unreflected).not.toContain(said);
  const reflect = async (place: string) => {
    const scriptTaskId = /name="scriptTaskId" value="([^"]+)"/.exec(await page())?.[1] ?? "";
    return maker.form(place, { intent: "regenerate-script", scriptTaskId });
  };
  const reflected = await reflect(path);
  expect([reflected.status, reflected.headers.get("Location")]).toEqual([303, path]);
  expect(await page()).toContain("台本を更新しました");
  const later = await page();
  expect(later).not.toContain("台本を更新しました");
  expect(later).toContain("ファクトチェックの結果を反映した台本です");
  // A script on the page says it itself.
  expect((await reflect(`${path}.data`)).headers.getSetCookie()).toEqual([]);

  const { previewFilename } = await makePreview(maker);
  const agreed = Object.fromEntries(agreements.map((_, index) => [`agreedToTerms[${index}]`, "on"]));
  const publication = { intent: "publish", previewFilename, title: "高い山", ...agreed };
  const published = await maker.form(`${path}?step=publish`, publication);
  const place = published.headers.get("Location") ?? "";
  expect([published.status, place]).toEqual([303, expect.stringMatching(/\/track\/\d+\?published$/)]);
  expect(await page(place)).toContain("音声を投稿しました");
  const arrival = await page(place);
  expect(arrival).not.toContain("音声を投稿しました");
  // To play, to pass on, and what comes next, without any script.
  for (const said of ["できました", "この音声のアドレス", "埋め込み", "この音声のQRコード", "次の投稿"])
    expect(arrival).toContain(said);
  // As the router's script asks for it.
  expect(await page(place.replace("?published", ".data?published="))).toContain("cardPath");
  const card = /href="([^"]+cover\.png[^"]+)" download/.exec(arrival)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await maker.get(card)).headers.get("Content-Type")).toBe("image/png");
  // For its author alone, and only then.
  expect(await page(place.replace("?published", ""))).not.toContain("できました");
  expect(await (await (await member("other@example.com")).get(place)).text()).not.toContain("できました");
});

test("starting over asks first and offers the way back to the text, without a script too", async () => {
  const maker = await member("restart@example.com");
  await writeScript(maker, sampleText);
  const page = async (path: string) => (await maker.get(path)).text();
  expect((await page("/create-post")).replace(/<[^>]*>/g, "")).toContain("本日の生成回数0/3残り3回");
  const question = await page("/create-post?step=start-over");
  expect(question).toContain("最初からやり直しますか？");
  expect(question).toContain('href="/create-post?step=input"');
  expect(await page("/create-post?step=input")).toContain(`${sampleText}</textarea>`);
  expect(await page("/create-post")).toContain("音声を生成");
  await maker.form("/create-post", { intent: "start-over" });
  expect(await page("/create-post?step=start-over")).not.toContain("最初からやり直しますか？");
  expect(await page("/create-post")).not.toContain(sampleText);
});

test("a refused form keeps what was typed, and focuses the first invalid field of the page", async () => {
  const maker = await member("form@example.com");
  const title = "夜".repeat(101);
  const refused = await maker.form("/create-post", {
    intent: "generate-script",
    title,
    inputText: " ",
    speakingRate: "1.3",
    form: "interview",
    hasGreetings: "no",
  });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("タイトルは100文字以内で入力してください");
  expect(page).toContain("テキストを入力してください");
  expect(page).toContain(`value="${title}"`);
  expect(page).toMatch(/<input[^>]*type="range"[^>]*value="1.3"/);
  for (const value of ["interview", "no"])
    expect(page).toMatch(new RegExp(`<input(?=[^>]*value="${value}")[^>]*checked=""`));
  const focused = page.match(/<(?:input|textarea)\b[^>]*autofocus=""[^>]*>/gi) ?? [];
  expect(focused).toEqual([expect.stringContaining('name="title"')]);
});

test("a refused form about voices keeps them, names and rate, and shows what is wrong beside its field", async () => {
  const maker = await member("voices@example.com");
  await maker.send("POST", "/api/generate-script", { inputText: shortText, isV2UserContent: true });
  const scriptTaskId = /name="scriptTaskId" value="([^"]+)"/.exec(
    await (await maker.get("/create-post-v2")).text(),
  )?.[1];
  const { voices } = z
    .object({ voices: z.array(z.object({ id: z.string() })).min(3) })
    .parse(await json(maker.get("/api/voices")));
  const [, second, third] = voices.map(({ id }) => id);
  const name = "みずき".repeat(7);
  const refused = await maker.form("/create-post-v2", {
    ...{ intent: "save-voices", scriptTaskId: scriptTaskId ?? "", speakingRate: "1.4" },
    ...{ "voices.A": third ?? "", "voices.B": second ?? "" },
    ...{ "speakerNames.A": name, "speakerNames.B": "けん" },
  });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("話し手の名前は20文字以内で入力してください");
  for (const typed of [name, "けん"]) expect(page).toContain(`value="${typed}"`);
  for (const chosen of [second, third])
    expect(page).toMatch(new RegExp(`<option(?=[^>]*value="${chosen}")[^>]*selected=""`));
  expect(page).toMatch(/<input[^>]*type="range"[^>]*value="1.4"/);
  expect(page).toMatch(/<details[^>]*open=""[^>]*><summary[^>]*>(?:<span[^>]*>)+声と名前/);
});

test("the words of a form that is gone are shown, to be copied", async () => {
  const maker = await member("gone@example.com");
  const lost = await maker.form("/create-post-v2", {
    ...{ intent: "save-script", scriptTaskId: "gone", title: "題" },
    ...{ "lines[0][0].speaker": "B", "lines[0][0].text": "書き直した、大切な文。" },
  });
  expect(lost.status).toBe(409);
  expect(await lost.text()).toContain("B: 書き直した、大切な文。");
  const line = { intent: "respeak-line", taskId: "gone", version: "0", line: "0", text: "言い直した文。" };
  const lostLine = await maker.form("/create-post-v2", line);
  expect(lostLine.status).toBe(409);
  expect(await lostLine.text()).toContain("言い直した文。");
  const voices = { intent: "generate-audio", scriptTaskId: "gone", "speakerNames.B": "けん" };
  const lostVoices = await (await maker.form("/create-post-v2", voices)).text();
  for (const words of [staleScript.gone.description, "話し手Bの名前：けん"])
    expect(lostVoices).toContain(words);
});

test("scripts are limited by the hour: the form says when to go on, and keeps the text", async () => {
  const maker = await member("hasty@example.com");
  const again = () => maker.form("/create-post", { intent: "regenerate-script", scriptTaskId: "unknown" });
  for (let n = 0; n < 60; n++) expect((await again()).status).toBe(409);
  const refused = await maker.form("/create-post", { intent: "generate-script", inputText: "大切な本文" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("大切な本文</textarea>");
});

test("with a preview and no generation left, the input says why it takes nothing, and so does a refused post", async () => {
  const viewer = await addMember();
  const token = await startSession({ userId: viewer.id, deviceInfo: "" });
  const maker = Client.withSession(server.origin, token);
  await makePreview(maker);
  for (let n = 0; n < 2; n++) await write((tx) => consumeDailyUsage(tx, viewer));
  const limit = "今日の生成回数の上限に達しました";
  expect(await (await maker.get("/create-post-v2?step=input")).text()).toContain(limit);
  expect(await (await maker.get("/create-post-v2")).text()).not.toContain(limit);
  const refused = await maker.form("/create-post-v2", { intent: "generate-script", inputText: "大切な本文" });
  expect(refused.status).toBe(429);
  const page = await refused.text();
  expect(page).toContain("本日の音声生成回数上限に達しています。明日再度お試しください。");
  expect(page).toContain("大切な本文");
});
