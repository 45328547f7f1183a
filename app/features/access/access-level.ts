/**
 * Who gets in where (decisions, "Who reaches what"):
 * - `public`: everybody, whatever the state of the account.
 * - `own`: a member's own screens. A visitor gets them too, with the login prompt in the place of what is theirs.
 * - `account`: about the account itself. Everybody who has one gets them, approved or not; a visitor the login prompt.
 * - `closed`: members only.
 * - `call`: a call, which lets people in itself (`http/endpoint.server.ts`) and answers 401 or 403 as JSON.
 */
export type AccessLevel = "public" | "own" | "account" | "closed" | "call";

/** Every route that is no call, by its pattern. A test holds this against the route table. */
export const routesByLevel: Record<Exclude<AccessLevel, "call">, readonly string[]> = {
  public: [
    "/",
    "/search",
    "/premium",
    "/contact",
    "/faq",
    "/faq/chat",
    "/terms",
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
    "/embed/track/:id",
    "/embed/playlist/:id",
    "/oembed",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/:file",
    "/theme",
    "/pwa/*",
    "/consent",
    "/health",
    "/ping",
    // The page of an address that names nothing.
    "/*",
  ],
  own: [
    "/create-post",
    "/create-post-v2",
    "/notifications",
    "/profile",
    "/profile/edit",
    "/profile/delete-track/:id",
    "/track/:id/like",
    "/track/:id/playlists",
    "/playlists/:id/items/:itemId",
    "/favorites",
    "/playlists",
    "/create-playlist",
    "/playlists/:id/edit",
    "/playlists/:id/delete",
    "/history",
    "/offline-audio",
    "/invite-friends",
    "/settings",
  ],
  account: ["/profile/account"],
  closed: ["/:userId/followers", "/:userId/following", "/audio-test"],
};

const levels = new Map<string, AccessLevel>();
for (const level of ["public", "own", "account", "closed"] as const) {
  for (const pattern of routesByLevel[level]) levels.set(pattern, level);
}

/**
 * The access level of a request, by the pattern of the route that answers it. A route that nobody has put into the
 * table is closed. So is home for those who come back from a sign-in: it has to end somewhere if it let nobody in.
 */
export function accessLevelOf(route: { pattern: string; url: URL }): AccessLevel {
  const { url } = route;
  // The router gives patterns as the route table writes them: home is `/`, others begin without it.
  const pattern = route.pattern.startsWith("/") ? route.pattern : `/${route.pattern}`;
  if (pattern.startsWith("/api/")) return "call";
  if (pattern === "/" && url.searchParams.get("from_auth") === "true") return "closed";
  return levels.get(pattern) ?? "closed";
}
