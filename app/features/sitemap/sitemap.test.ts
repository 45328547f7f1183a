import { expect, test } from "vitest";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { routesByLevel } from "../access/access-level.ts";
import { listPeopleUrls, listSitemaps, listTrackUrls } from "./list-sitemaps.server.ts";
import { robots } from "./robots.ts";
import { maxUrlsPerSitemap, type SitemapEntry, sitemapIndex, streamSitemap } from "./sitemap-xml.ts";

// isolated: a process keeps where the maps begin
withDatabase();

const origin = "https://mugen.example";
async function urlsOf(batches: AsyncGenerator<SitemapEntry[]>): Promise<string[]> {
  const paths: string[] = [];
  for await (const batch of batches) paths.push(...batch.map(({ url }) => url.slice(origin.length)));
  return paths;
}

test("sitemaps list public tracks and their authors only", async () => {
  const kanade = await addMember({ customUserId: "kanade-map" });
  const denied = await addMember({ state: "denied" });
  const silent = await addMember();
  const shy = await addMember();
  const shown = await addTrack({ userId: kanade.id });
  const hidden = await addTrack({ userId: kanade.id, isVisible: false });
  await addTrack({ userId: denied.id });
  await addTrack({ userId: shy.id, isVisible: false });
  const trackUrls = await urlsOf(listTrackUrls({ after: 0, origin }));
  expect(trackUrls).toEqual([`/kanade-map/track/${shown}`]);
  expect(await urlsOf(listTrackUrls({ after: shown, origin }))).toEqual([]);
  expect(hidden).toBeGreaterThan(shown);
  const people = await urlsOf(listPeopleUrls({ after: "", origin }));
  expect(people).toEqual(["/kanade-map"]);
  expect(people).not.toContain(`/${silent.id}`);
  expect(await urlsOf(listPeopleUrls({ after: kanade.id, origin }))).toEqual([]);
});

test("the index has a sitemap for every ten thousand ids, even when few rows are left", async () => {
  const { id: userId } = await addMember();
  const far = 2 * maxUrlsPerSitemap + 1;
  const row = {
    userId,
    title: "遠い",
    script: "",
    filename: "x",
    durationMs: 1,
    searchText: "",
    uploadedAt: new Date(),
  };
  await write((tx) => tx.insert(tracks).values({ ...row, id: far }));
  const sitemaps = await listSitemaps();
  expect(sitemaps.filter((path) => path.startsWith("/sitemaps/tracks.xml"))).toEqual(
    [0, 1, 2].map((span) => `/sitemaps/tracks.xml?after=${span * maxUrlsPerSitemap}`),
  );
  expect(sitemaps).toContain("/sitemaps/people.xml?after=");
  expect(await urlsOf(listTrackUrls({ after: 2 * maxUrlsPerSitemap, origin }))).toEqual([
    `/${userId}/track/${far}`,
  ]);
});

test("URLs are escaped in the XML", async () => {
  async function* batches() {
    yield [{ url: `${origin}/a?b=1&c=<">`, modified: new Date("2026-11-21T23:00:00Z") }];
    yield [];
  }
  const xml = await new Response(await streamSitemap(batches())).text();
  expect(xml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      `<url><loc>${origin}/a?b=1&amp;c=&lt;&quot;&gt;</loc><lastmod>2026-11-21</lastmod></url>\n</urlset>\n`,
  );
  expect(sitemapIndex([`${origin}/x?after=1&y`])).toContain(`<loc>${origin}/x?after=1&amp;y</loc>`);
});

test("robots.txt disallows the API and members' own screens, and allows every public one", () => {
  const text = robots(origin);
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const rules = [...text.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind = "", path = ""]) => ({
    kind,
    path,
    pattern: new RegExp(`^${path.replace(/[.?+()]/g, "\\$&").replaceAll("*", ".*")}`),
  }));
  // The longest rule that matches decides (RFC 9309 §2.2.2).
  const allowed = (path: string) =>
    rules.filter(({ pattern }) => pattern.test(path)).sort((a, b) => b.path.length - a.path.length)[0]
      ?.kind !== "Disallow";
  for (const path of [
    "/",
    "/search",
    "/track/7",
    "/kanade/track/7",
    "/kanade",
    "/profiler",
    "/adminfan",
    "/embed/track/7",
    "/oembed?url=x",
    "/api/tracks/7/cover.png?size=512",
    "/sitemap.xml",
  ])
    expect(allowed(path), path).toBe(true);
  for (const path of [
    "/api/tracks",
    "/api/stream/7",
    "/admin",
    "/admin/users",
    "/i/abc",
    ...routesByLevel.own,
  ])
    expect(allowed(path), path).toBe(false);
});
