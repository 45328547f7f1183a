import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { expectations } from "../api/access-expectations.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

const hostile = `夜の</script><img src=x onerror="alert(1)">'&"ラジオ`;
const words = "こんばんは。".repeat(30);

let server: RunningServer;
let userId: string;
let track: number;
let hidden: number;
let playlist: number;
beforeAll(async () => {
  await openTestDatabase();
  ({ id: userId } = await addMember({ customUserId: "Kanade", name: "夜野 <かなで>" }));
  track = await addTrack({ userId, title: hostile, script: `A: ${words}\nB: はい。` });
  hidden = await addTrack({ userId, isVisible: false });
  playlist = await addPlaylist({ userId, trackIds: [track] });
  await closeDatabase();
  server = await startServer({ workers: 0 });
});
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);
const owner = () => Client.signedIn(server.origin, `${userId}@example.com`);
const forms = () => [
  `/track/${track}`,
  `/Kanade/track/${track}`,
  `/kanade/track/${track}`,
  `/users/${userId}/track/${track}`,
];
const cover = (query = "", id = track) => `/api/tracks/${id}/cover.png${query}`;

/** Texts of attributes as a browser reads them. */
const unescaped = (text: string) =>
  text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");

/** The contents of the tags that previews read, by their names. */
function metaOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g);
  return Object.fromEntries(Array.from(tags, ([, name = "", content = ""]) => [name, unescaped(content)]));
}

test("every address of a track describes the same page, and nothing in a title becomes markup", async () => {
  const address = `${server.origin}/Kanade/track/${track}`;
  for (const path of forms()) {
    const html = await (await visitor().get(path)).text();
    const meta = metaOf(html);
    expect(meta, path).toMatchObject({
      description: "こんばんは。".repeat(20),
      "og:title": hostile,
      "og:type": "music.song",
      "og:url": address,
      "og:locale": "ja_JP",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:audio": `${server.origin}/api/stream/${track}`,
      "twitter:card": "summary_large_image",
    });
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    const oembed =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html)?.[1] ?? "";
    const found = await (await fetch(unescaped(oembed))).json();
    expect(found.title).toBe(hostile);
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@type": "AudioObject",
      name: hostile,
      duration: "PT12S",
      thumbnailUrl: meta["og:image"],
      author: { name: "夜野 <かなで>", url: `${server.origin}/Kanade` },
    });
    expect(html).not.toContain("<img src=x");
    const image = await fetch(meta["og:image"] ?? "");
    expect(image.headers.get("Cache-Control")).toBe("public, max-age=604800, immutable");
  }
});

test("home, search and a person's page are described too", async () => {
  for (const [path, canonical] of [
    ["/", "/"],
    ["/?cursor=x", "/"],
    ["/search", "/search"],
    ["/search?search=夜", "/search"],
    ["/search?category=科学", `/search?${new URLSearchParams({ category: "科学" })}`],
    ["/kanade", "/Kanade"],
  ]) {
    const html = await (await visitor().get(path ?? "")).text();
    const meta = metaOf(html);
    expect(html, path).toContain(`<link rel="canonical" href="${server.origin}${canonical}"/>`);
    expect(meta["og:url"], path).toBe(server.origin + canonical);
    expect(meta.description?.length, path).toBeGreaterThan(10);
    expect(meta["og:site_name"]).toBe("Mugen");
  }
  const { "og:image": image = "" } = metaOf(await (await visitor().get("/")).text());
  expect((await fetch(image)).headers.get("Content-Type")).toBe("image/png");
});

test("who is signed in gets the same pages without what search engines and previews read", async () => {
  for (const [path, canonical] of [
    ["/", "/"],
    ["/search", "/search"],
    [`/track/${track}`, `/Kanade/track/${track}`],
    ["/kanade", "/Kanade"],
    [`/playlists/${playlist}`, `/Kanade/playlist/${playlist}`],
  ]) {
    const html = await (await (await owner()).get(path ?? "")).text();
    expect(html, path).toContain(`<link rel="canonical" href="${server.origin}${canonical}"/>`);
    expect(metaOf(html).description?.length, path).toBeGreaterThan(10);
    expect(html, path).not.toMatch(/property="|ld\+json|oembed|twitter:/);
  }
});

test("a hidden track has no preview, no cover and no player for others, and no robot keeps its page", async () => {
  const page = await (await (await owner()).get(`/track/${hidden}`)).text();
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).not.toMatch(/og:|ld\+json|oembed/);
  const url = `${server.origin}/track/${hidden}`;
  for (const path of [
    `/track/${hidden}`,
    cover("", hidden),
    `/embed/track/${hidden}`,
    `/oembed?${new URLSearchParams({ url })}`,
  ])
    expect((await visitor().get(path)).status, path).toBe(404);
  const own = await (await owner()).get(cover("?size=192", hidden));
  expect([own.status, own.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  expect((await (await owner()).get(`/embed/track/${hidden}`)).status).toBe(404);
});

test("covers come in three sizes, once; whoever has one is told so", async () => {
  for (const [size, width, height] of [
    ["192", 192, 192],
    ["512", 512, 512],
    ["1200x630", 1200, 630],
    ["1200", 1200, 630],
  ] as const) {
    const answer = await visitor().get(cover(`?size=${size}`));
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    const etag = answer.headers.get("ETag") ?? "";
    const about = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([about.format, about.width, about.height]).toEqual(["png", width, height]);
    const again = await visitor().get(cover(`?size=${size}`), { "If-None-Match": `"x", W/${etag}` });
    expect([again.status, again.headers.get("ETag"), (await again.arrayBuffer()).byteLength]).toEqual([
      304,
      etag,
      0,
    ]);
    const head = await visitor().send("HEAD", cover(`?size=${size}`));
    expect([head.status, head.headers.get("ETag")]).toEqual([200, etag]);
  }
  const square = (await visitor().get(cover())).headers.get("ETag");
  expect(square).toBe((await visitor().get(cover("?size=512"))).headers.get("ETag"));
  for (const size of ["64", "1200x1200", "", "__proto__"])
    expect((await visitor().get(cover(`?size=${size}`))).status, size).toBe(400);
  for (const id of [999_999, 0, 2 ** 31]) expect((await visitor().get(cover("", id))).status).toBe(404);
  const wrong = await visitor().send("POST", cover());
  expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
});

test("covers that are asked for all at once are drawn one by one, and all come", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      visitor().get(cover(`?size=${["192", "512", "1200x630"][index % 3]}`)),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("oEmbed knows every address of a track, and nothing else", async () => {
  const ask = (fields: Record<string, string>) => visitor().get(`/oembed?${new URLSearchParams(fields)}`);
  for (const path of forms()) {
    const answer = await ask({ url: server.origin + path, maxwidth: "400", maxheight: "x" });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const about = await answer.json();
    expect(about, path).toMatchObject({
      version: "1.0",
      type: "rich",
      width: 400,
      height: 200,
      author_name: "夜野 <かなで>",
    });
    const [, src = ""] = /^<iframe src="([^"]+)" /.exec(about.html) ?? [];
    expect((await fetch(src)).status).toBe(200);
    expect((await fetch(about.thumbnail_url)).headers.get("Content-Type")).toBe("image/png");
  }
  expect((await ask({})).status).toBe(400);
  expect((await ask({ url: `${server.origin}/track/${track}`, format: "xml" })).status).toBe(501);
  for (const url of [
    `${server.origin}/track/999999`,
    `${server.origin}/`,
    `https://evil.example/track/${track}`,
    "x",
  ])
    expect((await ask({ url })).status, url).toBe(404);
  // Refusals that are right, 501 among them, are no faults to look into.
  expect(server.output()).not.toContain('"level":50');
});

test("the embedded player may be framed by anybody, and nothing else by anybody", async () => {
  const framing = async (path: string) => {
    const { headers } = await visitor().get(path);
    const policy = /frame-ancestors ([^;]+)/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
    return [path, policy, headers.get("X-Frame-Options")];
  };
  for (const id of [track, hidden, 999_999, "abc"])
    expect(await framing(`/embed/track/${id}`)).toEqual([`/embed/track/${id}`, "*", null]);
  const paths = expectations
    .filter(({ method, pattern }) => method === "GET" && !pattern.startsWith("/embed/"))
    .map(({ path }) =>
      path
        .replace("{owner}", "Kanade")
        .replace("{ownerId}", userId)
        .replace("{track}", String(track))
        .replace(/\{\w+\}/, "x"),
    );
  expect(paths.length).toBeGreaterThan(60);
  for (const path of [...paths, "/embed/track", `/embed/track/${track}/x`, "/embed/"])
    expect(await framing(path)).toEqual([path, "'none'", "DENY"]);
});

test("the embedded player is a light page that keeps nothing on the device and knows nobody", async () => {
  for (const client of [visitor(), await owner()]) {
    const answer = await client.get(`/embed/track/${track}`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    const html = await answer.text();
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(html.match(/<script[^>]*>/g)).toEqual([`<script type="module" nonce="${nonce}">`]);
    expect(html).not.toMatch(/<link rel="(stylesheet|modulepreload)"|@example\.com|<img/);
    expect(html).toContain(`<audio controls="" preload="none" src="/audio/${track}.mp3"`);
    expect(html).toContain(`href="${server.origin}/Kanade/track/${track}"`);
    expect(gzipSync(html).byteLength).toBeLessThan(6_000);
  }
  const gone = await (await visitor().get("/embed/track/999999")).text();
  expect(gone).toContain("音声が見つかりません");
});

test("robots are told where the maps are, and the maps name what everybody may hear", async () => {
  const text = await (await visitor().get("/robots.txt")).text();
  const [, start = ""] = /^Sitemap: (.+)$/m.exec(text) ?? [];
  const locations = (xml: string) =>
    Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => unescaped(url));
  const maps = locations(await (await fetch(start)).text());
  const pages: string[] = [];
  for (const map of maps) {
    const answer = await fetch(map);
    expect([map, answer.status, answer.headers.get("Content-Type")]).toEqual([
      map,
      200,
      "application/xml; charset=utf-8",
    ]);
    pages.push(...locations(await answer.text()));
  }
  for (const path of ["/", "/search", `/Kanade/track/${track}`, "/Kanade"])
    expect(pages).toContain(server.origin + path);
  expect(pages.join()).not.toContain(`track/${hidden}`);
  for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
  for (const query of ["?after=-1", "?after=x", "?after=99999999999", ""])
    expect((await visitor().get(`/sitemaps/tracks.xml${query}`)).status, query).toBe(200);
});
