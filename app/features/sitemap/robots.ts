import { routesByLevel } from "../access/access-level.ts";

/** Other sites show these images and embeds. */
const allowed = [
  "/api/tracks/*/cover.png",
  "/api/playlists/*/cover.png",
  "/api/users/*/cover.png",
  // Feeds link to them, and podcast directories read them.
  "/api/tracks/*/transcript.vtt",
  "/api/tracks/*/chapters.json",
  "/oembed",
];

const disallowed = ["/api/", "/admin$", "/admin/", "/auth/", "/i/", "/sign-in$"];

/** RFC 9309: crawlers may read the public screens. */
export function robots(origin: string): string {
  // With `$`: `/profile` is also a prefix of possible `customUserId`s.
  const own = [...routesByLevel.own, ...routesByLevel.account].map((pattern) =>
    /\/:/.test(pattern) ? `${pattern.replace(/:[^/]+/g, "*")}` : `${pattern}$`,
  );
  return [
    "User-agent: *",
    ...allowed.map((path) => `Allow: ${path}`),
    ...[...disallowed, ...own].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}
