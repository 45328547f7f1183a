import { routesByLevel } from "../access/access-level.ts";

/** Of the calls, what other sites show. */
const shown = [
  "/api/tracks/*/cover.png",
  "/api/playlists/*/cover.png",
  "/api/users/*/cover.png",
  // Podcast directories read what feeds name.
  "/api/tracks/*/transcript.vtt",
  "/oembed",
];

/** Beside members' own screens: calls, sign-in, invitations, administration. */
const closed = ["/api/", "/admin$", "/admin/", "/auth/", "/i/", "/sign-in$"];

/** What robots may read (RFC 9309): the public screens. */
export function robots(origin: string): string {
  // Whole paths: `/profile` would also be the beginning of somebody's name.
  const own = [...routesByLevel.own, ...routesByLevel.account].map((pattern) =>
    /\/:/.test(pattern) ? `${pattern.replace(/:[^/]+/g, "*")}` : `${pattern}$`,
  );
  return [
    "User-agent: *",
    ...shown.map((path) => `Allow: ${path}`),
    ...[...closed, ...own].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}
