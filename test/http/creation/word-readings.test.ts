import { expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { addAdminSession } from "../../admin.ts";
import { shortText } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack, updateTrack } from "../../tracks.ts";

withDatabase();

const member = (email: string) => Client.signedIn(sharedServer().origin, email);

const unescaped = (html: string) => html.replaceAll("&amp;", "&");

test("a word of a script is heard in its readings, and read so at its place, without JavaScript", async () => {
  const maker = await member("readings-by-ear@example.com");
  await maker.send("POST", "/api/generate-script", { inputText: shortText, isV2UserContent: true });
  const script = await (await maker.get("/create-post-v2")).text();
  const href = /<a[^>]*href="(\/create-post-v2\?word=0\.\d+)"[^>]*>ラジオ</.exec(script)?.[1] ?? "";
  const panel = unescaped(await (await maker.get(href)).text());
  expect(panel).toContain("「ラジオ」の読み");
  const sounds = [...panel.matchAll(/<audio[^>]*src="(\/api\/readings\/[^"]+)"/g)].map(([, src = ""]) => src);
  expect(sounds).toHaveLength(3);
  const heard = await maker.get(sounds[0] ?? "");
  expect(heard.headers.get("content-type")).toBe("audio/mpeg");
  expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(4000);

  const fieldOf = (name: string) => new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(panel)?.[1] ?? "";
  const fields = Object.fromEntries(
    ["scriptTaskId", "line", "at", "word", "way"].map((name) => [name, fieldOf(name)]),
  );
  const form = { ...fields, intent: "set-reading", scope: "place", reading: "", accent: "" };
  const refused = await maker.form(href, { ...form, way: "own", reading: "漢字" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("読みは、ひらがなかカタカナで入力してください");
  const saved = await maker.form(href, form);
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/create-post-v2"]);
  expect(await (await maker.get("/create-post-v2?step=edit")).text()).toMatch(/｜ラジオ《ラジオ\d》/);
});

test("a reading is heard only in kana that it has morae for, and with nothing else hidden in it", async () => {
  const maker = await member("forged-readings@example.com");
  const forged: Record<string, string>[] = [
    { reading: "ハシ", accent: "3" },
    { reading: "橋", accent: "1" },
    { reading: "ハシ》長い文", accent: "" },
    { reading: "ハシ", after: "｜文《ブン》" },
    { reading: "ハ".repeat(31) },
    { reading: "ハシ", after: "とても長い文章を読ませる" },
  ];
  for (const query of forged)
    expect((await maker.get(`/api/readings/sample?${new URLSearchParams(query)}`)).status).toBe(400);
});

test("a published line is read otherwise on its page; the site's dictionary is offered to, and taken from, the admin alone", async () => {
  const author = await addMember();
  // Longer words are not offered.
  const word = `Zq${author.id.replace(/[^a-z]/g, "")}`.slice(0, 20);
  const line = `この${word}は古い。`;
  const trackId = await addTrack({ userId: author.id, script: `A: はい。\nB: ${line}` });
  const spokenWith = { speakingRate: 1, voices: null };
  await updateTrack(trackId, { spokenWith });
  const { origin } = sharedServer();
  const token = await startSession({ userId: author.id, deviceInfo: "" });
  const client = Client.withSession(origin, token);
  const admin = Client.withSession(origin, token, (await addAdminSession()).token);
  const path = `/track/${trackId}/correct`;
  expect(await (await client.get(path)).text()).toMatch(
    new RegExp(`<a[^>]*href="${path}\\?word=1\\.2"[^>]*>${word}<`),
  );
  const pages = [client, admin].map(async (who) => (await who.get(`${path}?word=1.2`)).text());
  const [own = "", ofAdmin = ""] = await Promise.all(pages);
  for (const page of [own, ofAdmin]) expect(page).toContain("この場所だけ訂正する");
  expect(own).not.toContain("サイトの辞書に登録");
  expect(ofAdmin).toContain("サイトの辞書に登録");
  const form = {
    ...{ intent: "set-reading", before: line, line: "1", at: "2", word },
    ...{ way: "own", reading: "アセビ", accent: "0", scope: "site" },
  };
  const entry = async () => (await listPronunciations(null)).find((item) => item.word === word);
  expect((await client.form(`${path}?word=1.2`, form)).status).toBe(401);
  expect(await entry()).toBeUndefined();
  expect((await admin.form(`${path}?word=1.2`, form)).status).toBe(303);
  expect(await entry()).toMatchObject({ reading: "アセビ", accent: 0 });

  // One voice of two speakers is refused beside the choice.
  const [voice = ""] = /(?<=<option value=")[^"]+/.exec(own.slice(own.indexOf('name="voices.A"'))) ?? [];
  const sameVoices = { intent: "respeak", "voices.A": voice, "voices.B": voice, speakingRate: "1.2" };
  const refused = await client.form(path, sameVoices);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(
    /<details[^>]*open=""[\s\S]*?読み直す[\s\S]*?ちがう声を選んでください/,
  );

  // A correction in kana offers the member's own dictionary, and the page that follows takes it.
  const correction = {
    intent: "correct",
    before: line,
    line: "1",
    text: "このゼットキューは古い。",
    note: "",
  };
  const corrected = await client.form(path, correction);
  expect(corrected.status).toBe(303);
  const offered = unescaped(await (await client.get(corrected.headers.get("location") ?? "")).text());
  expect(offered).toContain("この読みを辞書に入れる");
  const notice = offered.slice(0, offered.indexOf("この読みを辞書に入れる"));
  const fieldOf = (name: string) =>
    new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(notice)?.[1] ?? "";
  const names = ["intent", "next", "word", "reading", "accent"];
  const saved = await client.form(
    "/settings/readings",
    Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
  );
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  expect(await listPronunciations(author.id)).toMatchObject([
    { word, reading: "ゼットキュー", accent: null },
  ]);
});
