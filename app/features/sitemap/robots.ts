import { routesByLevel } from "../access/access-level.ts";

/** API paths that crawlers may read: images and embeds that other sites show. */
const allowed = [
  "/api/tracks/*/cover.png",
  "/api/playlists/*/cover.png",
  "/api/users/*/cover.png",
  // Linked from feeds, read by podcast directories.
  "/api/tracks/*/transcript.vtt",
  "/api/tracks/*/chapters.json",
  "/oembed",
];

/** Disallowed beside members' own screens: API, sign-in, invitations, administration. */
const disallowed = ["/api/", "/admin$", "/admin/", "/auth/", "/i/", "/sign-in$"];

/** `robots.txt` (RFC 9309): crawlers may read the public screens. */
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
