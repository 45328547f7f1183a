import { parseBuffer } from "music-metadata";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { PlainBrowser } from "../plain-browser.ts";
import { addPlaylist } from "../playlists.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";
import { addTrack } from "../tracks.ts";
import { validFeed } from "../valid-feed.ts";

const hostile = `夜の]]> <b>&amp;"'</b> 🎧`;

let server: RunningServer;
let userId: string;
let audible: number[];
let playlist: number;
let secret: number;
beforeAll(async () => {
  await openTestDatabase();
  ({ id: userId } = await addMember({ customUserId: "Kanade", name: "夜野 かなで" }));
  const sounding = { userId, seconds: 2 };
  audible = [
    ...(await addSoundingTracks({ ...sounding, titles: [hostile, "二"] })),
    ...(await addSoundingTracks({ ...sounding, titles: ["三"], kbps: [64, 128] })),
  ];
  const hidden = await addTrack({ userId, isVisible: false });
  const trackIds = [...audible, hidden];
  playlist = await addPlaylist({ userId, trackIds, name: hostile, category: "科学", publicSlug: "yoru" });
  secret = await addPlaylist({ userId, trackIds, isPublic: false });
  await closeDatabase();
  server = await startServer({ workers: 0 });
});
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);
const owner = () => Client.signedIn(server.origin, `${userId}@example.com`);
const feeds = () => [
  `/playlists/${playlist}/feed.xml`,
  `/users/${userId}/feed.xml`,
  "/users/kanade/feed.xml",
];

test("what a feed names is there: audio of the length it tells, pictures of the size directories ask, transcripts", async () => {
  for (const path of feeds()) {
    const answer = await visitor().get(path);
    expect(answer.headers.get("Content-Type"), path).toBe("application/rss+xml; charset=utf-8");
    const channel = validFeed(await answer.text());
    expect(channel.item).toHaveLength(3);
    expect((await fetch(channel["atom:link"]["@href"])).status).toBe(200);
    for (const page of [channel.link, ...channel.item.map(({ link }) => link)])
      expect((await fetch(page)).status, page).toBe(200);
    const pictures = [channel["itunes:image"], ...channel.item.map((item) => item["itunes:image"])];
    for (const { "@href": address } of pictures) {
      const about = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).metadata();
      expect([about.format, about.width, about.height, about.space, about.hasAlpha]).toEqual([
        "png",
        1400,
        1400,
        "srgb",
        false,
      ]);
    }
    for (const { enclosure, title, "podcast:transcript": transcript, ...item } of channel.item) {
      const alternatives = item["podcast:alternateEnclosure"];
      expect(alternatives.map((one) => one["@bitrate"])).toEqual(title === "三" ? ["128000", "64000"] : []);
      for (const { address, length, kbps } of [
        { address: enclosure["@url"], length: enclosure["@length"], kbps: title === "三" ? 128 : 64 },
        ...alternatives.map((one) => ({
          address: one["podcast:source"]["@uri"],
          length: one["@length"],
          kbps: Number(one["@bitrate"]) / 1000,
        })),
      ]) {
        const audio = await fetch(address);
        expect(audio.headers.get("Content-Type")).toBe("audio/mpeg");
        const bytes = Buffer.from(await audio.arrayBuffer());
        expect(bytes.byteLength).toBe(Number(length));
        expect((await parseBuffer(bytes)).format.bitrate, address).toBe(kbps * 1000);
      }
      const spoken = await fetch(transcript["@url"]);
      expect([spoken.headers.get("Access-Control-Allow-Origin"), (await spoken.text()).slice(0, 6)]).toEqual([
        "*",
        "WEBVTT",
      ]);
    }
  }
});

test("the audio of feeds supports range and HEAD requests", async () => {
  const path = `/audio/${audible[0]}.mp3`;
  const part = await visitor().get(path, { Range: "bytes=0-1" });
  expect([part.status, part.headers.get("Content-Length")]).toEqual([206, "2"]);
  expect(part.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(part.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const whole = await visitor().get(path);
  const head = await visitor().send("HEAD", path);
  expect([head.status, head.headers.get("Content-Length")]).toEqual([
    200,
    whole.headers.get("Content-Length"),
  ]);
  expect(Buffer.from(await whole.arrayBuffer()).toString("latin1", 0, 3)).toBe("ID3");
  for (const name of ["999999.mp3", "0.mp3", "x.mp3", `${audible[0]}`, `${audible[0]}.wav`])
    expect((await visitor().get(`/audio/${name}`)).status, name).toBe(404);
});

test("a known feed is answered with 304; it is the same for everybody and sets no cookie", async () => {
  for (const path of feeds()) {
    const plain = await visitor().get(path);
    const own = await (await owner()).get(path);
    expect(await own.text()).toBe(await plain.text());
    expect(plain.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
    expect([...plain.headers.getSetCookie(), ...own.headers.getSetCookie()]).toEqual([]);
    const etag = plain.headers.get("ETag") ?? "";
    const modified = plain.headers.get("Last-Modified") ?? "";
    for (const [name, value] of [
      ["If-None-Match", etag],
      ["If-Modified-Since", modified],
    ] as const) {
      const again = await visitor().get(path, { [name]: value });
      expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
    }
    const other = await visitor().get(path, { "If-None-Match": '"x"', "If-Modified-Since": modified });
    expect(other.status).toBe(200);
    const head = await visitor().send("HEAD", path);
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
    expect((await visitor().send("POST", path)).headers.get("Allow")).toBe("GET, HEAD");
  }
});

test("今日の無限 is a page without JavaScript, and a private feed whose address can be renewed and revoked", async () => {
  const member = await Client.signedIn(server.origin, "listener@example.com");
  const page = await (await member.get("/today")).text();
  // Three rows, and the one to go on with above them.
  expect(page.match(/<audio controls/g)).toHaveLength(4);
  expect(page).toContain("まだ知らない声");
  expect((await member.form("/today", { intent: "length", minutes: "11" })).status).toBe(400);
  const elsewhere = { intent: "length", minutes: "30", returnTo: "https://other.example/" };
  const refused = await member.form("/today", elsewhere);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("この操作はできません"),
  ]);
  const toHome = await member.form("/today", { ...elsewhere, returnTo: "home" });
  expect([toHome.status, toHome.headers.get("Location")]).toEqual([303, "/"]);
  expect((await member.form("/today", { intent: "length", minutes: "30" })).status).toBe(303);
  expect(await (await member.get("/today")).text()).toMatch(/value="30"[^>]*aria-pressed="true"/);

  const renew = async () => {
    const html = await (await member.form("/today", { intent: "feed-renew" })).text();
    return /https?:\/\/[^"<]*\/today\/[\w-]{32}\/feed\.xml/.exec(html)?.[0] ?? "";
  };
  const address = await renew();
  expect(await (await member.get("/today")).text()).not.toContain(address);
  const answer = await fetch(address);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get("Cache-Control")).toMatch(/^private, /);
  const channel = validFeed(await answer.text());
  expect(channel.item).toHaveLength(3);
  expect(channel).toMatchObject({ title: "今日の無限", "itunes:block": "Yes" });
  for (const { guid, description } of channel.item) {
    expect(JSON.stringify(guid)).toMatch(/\/today\/\d{4}-\d\d-\d\d\/track\/\d+/);
    expect(description).toMatch(/^まだ知らない声/);
  }
  const renewed = await renew();
  expect([(await fetch(address)).status, (await fetch(renewed)).status]).toEqual([404, 200]);
  expect((await member.form("/today", { intent: "feed-revoke" })).status).toBe(303);
  expect((await fetch(renewed)).status).toBe(404);
  expect((await visitor().form("/today", { intent: "feed-renew" })).status).toBe(401);
});

test("without JavaScript a length that is chosen on home stays chosen there and on the page of 今日の無限", async () => {
  const browser = await PlainBrowser.signedIn(server.origin, "mix-lengths@example.com");
  const card = () => browser.main.part("region", { name: "今日の無限" });
  const chosen = () =>
    browser.main
      .parts("button", { name: /^\d+分$/ })
      .filter((button) => button.attribute("aria-pressed") === "true")
      .map(({ text }) => text);
  await browser.open("/");
  expect(chosen()).toEqual(["18分"]);
  await card().press("30分");
  expect([browser.address, chosen()]).toEqual(["/", ["30分"]]);
  await card().follow(/^今日の無限/);
  expect([browser.address, chosen()]).toEqual(["/today", ["30分"]]);
  await browser.main.press("10分");
  expect([browser.address, chosen()]).toEqual(["/today", ["10分"]]);
});

test("of a private playlist there is no feed, player or preview, for its owner neither", async () => {
  const url = `${server.origin}/playlists/${secret}`;
  for (const client of [visitor(), await owner()])
    for (const path of [
      `/playlists/${secret}/feed.xml`,
      `/embed/playlist/${secret}`,
      `/oembed?${new URLSearchParams({ url })}`,
      "/playlists/999999/feed.xml",
      "/users/nobody-here/feed.xml",
    ])
      expect((await client.get(path)).status, path).toBe(404);
  expect((await visitor().get(`/api/playlists/${secret}/cover.png`)).status).toBe(404);
  const own = await (await owner()).get(`/api/playlists/${secret}/cover.png`);
  expect([own.status, own.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  expect(await (await (await owner()).get(`/playlists/${secret}`)).text()).not.toMatch(/feed\.xml|oembed/);
});

test("pages name their feeds", async () => {
  for (const [page, feed] of [
    [`/playlists/${playlist}`, `/playlists/${playlist}/feed.xml`],
    ["/Kanade", `/users/${userId}/feed.xml`],
  ]) {
    const html = await (await visitor().get(page ?? "")).text();
    const [link = ""] = /<link rel="alternate" type="application\/rss\+xml"[^>]*>/.exec(html) ?? [];
    expect(link).toContain(`href="${server.origin}${feed}"`);
    expect(html).toContain("ポッドキャストで聴く");
  }
});

test("a playlist's covers come in all sizes, and oEmbed knows each of its addresses", async () => {
  for (const [size, width, height] of [
    ["192", 192, 192],
    ["512", 512, 512],
    ["1400", 1400, 1400],
    ["1200x630", 1200, 630],
  ] as const) {
    const answer = await visitor().get(`/api/playlists/${playlist}/cover.png?size=${size}`);
    const about = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([about.width, about.height]).toEqual([width, height]);
  }
  for (const path of [
    `/playlists/${playlist}`,
    `/Kanade/playlist/${playlist}`,
    "/playlist/yoru",
    "/u/kanade/yoru",
    "/playlists/kanade/yoru",
    `/embed/playlist/${playlist}`,
  ]) {
    const answer = await visitor().get(`/oembed?${new URLSearchParams({ url: server.origin + path })}`);
    const about = await answer.json();
    expect(about, path).toMatchObject({ type: "rich", title: hostile, author_name: "夜野 かなで" });
    const [, src = ""] = /^<iframe src="([^"]+)" /.exec(about.html) ?? [];
    expect(src).toBe(`${server.origin}/embed/playlist/${playlist}`);
    expect((await fetch(about.thumbnail_url)).headers.get("Content-Type")).toBe("image/png");
  }
});

test("a playlist's player may be framed, knows nobody and names what can be heard in its order", async () => {
  for (const client of [visitor(), await owner()]) {
    const answer = await client.get(`/embed/playlist/${playlist}`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("X-Frame-Options")).toBeNull();
    expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
    const html = await answer.text();
    expect(html).not.toContain("@example.com");
    expect(Array.from(html.matchAll(/<a [^>]*data-track="(\d+)"/g), ([, id]) => Number(id))).toEqual(audible);
  }
});

test("maps for search engines name public playlists", async () => {
  const map = await (await visitor().get("/sitemaps/playlists.xml")).text();
  expect(map).toContain(`<loc>${server.origin}/Kanade/playlist/${playlist}</loc>`);
  expect(map).not.toContain(`/${secret}<`);
  expect(await (await visitor().get("/sitemap.xml")).text()).toContain("/sitemaps/playlists.xml?after=0");
});

test("the owner types a directory's verification text where the feed is offered; nobody else sees the form", async () => {
  const long = "x".repeat(201);
  for (const [page, feed] of [
    [`/playlists/${playlist}`, `/playlists/${playlist}/feed.xml`],
    ["/Kanade", `/users/${userId}/feed.xml`],
  ] as const) {
    const own = await owner();
    const label = "配信サービスの確認コード";
    expect(await (await visitor().get(page)).text()).not.toContain(label);
    expect(await (await own.get(page)).text()).toContain(label);
    const refused = await own.form(page, { intent: "feed-verification", verification: long });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain("確認コードは200文字以内で入力してください");
    expect(html).toContain(`value="${long}"`);
    expect(html).toMatch(/<details[^>]* open=""/);
    const saved = await own.form(page, { intent: "feed-verification", verification: " S6lpp-7ZCn8 " });
    expect(saved.status).toBe(303);
    const channel = validFeed(await (await visitor().get(feed)).text());
    expect(channel["podcast:txt"]).toContainEqual({ "#text": "S6lpp-7ZCn8", "@purpose": "verify" });
    expect(await (await own.get(page)).text()).toContain("確認コードを保存しました");
    const stranger = await Client.signedIn(server.origin, "stranger@example.com");
    const theirs = await stranger.form(page, { intent: "feed-verification", verification: "" });
    expect(theirs.status).toBe(403);
  }
});
