/**
 * Who may open a page:
 * - `public`: everybody, whatever the state of the account.
 * - `own`: a member's own screens. Visitors get them with the login prompt in place of the content.
 * - `subscription`: as `own`, and open to suspended accounts, whose subscription goes on.
 * - `account`: about the account itself. Everybody with an account, approved or not; visitors get the login prompt.
 * - `closed`: members only.
 * - `admin`: the console. Whoever is not signed in there gets its login form, members too.
 * - `call`: an API call, which checks access itself (`app/http/core/endpoint.server.ts`) and answers 401 or 403 as JSON.
 */
export type AccessLevel = "public" | "own" | "subscription" | "account" | "closed" | "admin" | "call";

/** Every route that is no API call, by its pattern. A test compares this with the route table. */
export const routesByLevel: Record<Exclude<AccessLevel, "call">, readonly string[]> = {
  public: [
    "/",
    "/search",
    "/premium",
    "/contact",
    "/faq",
    "/faq/chat",
    "/terms",
    "/guidelines",
    "/privacy",
    "/commercial-law",
    "/sign-in",
    "/offline",
    "/auth/google",
    "/auth/google/callback",
    "/closed-beta",
    "/pending-approval",
    "/access-denied",
    "/invalid-invitation",
    "/invitation-required",
    "/i/:code",
    "/i/:code/card.png",
    "/track/:id",
    "/:userId/track/:id",
    "/users/:userId/track/:id",
    "/track/:id/report",
    "/playlists/:id",
    "/playlists/:userId/:slug",
    "/playlist/:slug",
    "/u/:userId/:slug",
    "/:userId/playlist/:id",
    "/:userId",
    "/user/:userId",
    "/uploads/:userId/:file",
    "/audio/:file",
    "/playlists/:id/feed.xml",
    "/users/:userId/feed.xml",
    "/today/:token/feed.xml",
    "/embed/track/:id",
    "/embed/playlist/:id",
    "/embed/clip/:id",
    "/clip/:id",
    "/clip/:id/card.png",
    "/oembed",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/:file",
    "/theme",
    "/announcement",
    "/pwa/*",
    "/pwa/:a",
    "/pwa/:a/:b",
    "/search-suggestions/:kind/:id",
    "/consent",
    "/webhooks/stripe",
    "/health",
    "/ping",
    // The page for unknown addresses.
    "/*",
  ],
  own: [
    "/create-post",
    "/create-post-v2",
    "/drafts",
    "/drafts/:id",
    "/sources",
    "/sources/:id",
    "/sources/:id/minutes",
    "/notifications",
    "/profile",
    "/profile/edit",
    "/profile/delete-track/:id",
    "/track/:id/like",
    "/track/:id/correct",
    "/track/:id/playlists",
    "/playlists/:id/items/:itemId",
    "/favorites",
    "/track/:id/clip",
    "/welcome",
    "/clips",
    "/clips.md",
    "/insights",
    "/insights/:trackId",
    "/insights.csv",
    "/playlists",
    "/create-playlist",
    "/playlists/:id/edit",
    "/playlists/:id/delete",
    "/history",
    "/today",
    "/offline-audio",
    "/invite-friends",
    "/settings",
    "/settings/readings",
    "/settings/readings.csv",
    "/settings/readings.json",
    "/premium-success",
  ],
  subscription: ["/cancel"],
  account: ["/profile/account"],
  closed: ["/:userId/followers", "/:userId/following", "/audio-test"],
  // By `adminPageLoader` and `formAction` themselves.
  admin: [
    "/admin",
    "/admin/login",
    "/admin/notices",
    "/admin/replies",
    "/admin/join",
    "/admin/operators",
    "/admin/account",
    "/admin/upload",
    "/admin/review",
    "/admin/inquiries",
    "/admin/invitations",
    "/admin/log",
    "/admin/log.csv",
    "/admin/monitoring",
    "/admin/readings",
    "/admin/readings.csv",
    "/admin/readings.json",
    "/admin/jobs",
    "/admin/statistics.csv",
    "/admin/themes",
    "/admin/tracks",
    "/admin/tracks/:trackId",
    "/admin/generate",
    "/admin/queue",
    "/admin/members",
    "/admin/users",
    "/admin/users/:userId",
    "/admin/:a",
    "/admin/:a/:b",
    "/admin/*",
  ],
};

const levels = new Map<string, AccessLevel>();
for (const level of ["public", "own", "subscription", "account", "closed", "admin"] as const) {
  for (const pattern of routesByLevel[level]) levels.set(pattern, level);
}

/**
 * The access level of a request, by the pattern of its route. A route that is not in the table is closed. So is home with
 * `from_auth=true`, after a sign-in: people without access must end at a gate page.
 */
export function accessLevelOf(route: { pattern: string; url: URL }): AccessLevel {
  const { url } = route;
  // As the route table has them: home is `/`, other patterns have no leading slash.
  const pattern = route.pattern.startsWith("/") ? route.pattern : `/${route.pattern}`;
  if (pattern.startsWith("/api/")) return "call";
  if (pattern === "/" && url.searchParams.get("from_auth") === "true") return "closed";
  return levels.get(pattern) ?? "closed";
}
