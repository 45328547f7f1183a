/** Who asks. `owner` is a member whom the addressed thing belongs to, `admin` whoever is signed in to the console, and no member. */
export const roles = ["visitor", "admin", "pending", "denied", "member", "premium", "owner"] as const;

export type Role = (typeof roles)[number];

/**
 * A status, or the path that the answer leads to. `alike`: the same as for a visitor, whatever that is. `in`: past the
 * door (no 401, no 403, no redirect, no fault), for calls whose answer is another test's matter.
 */
export type Answer = number | `/${string}` | "alike" | "in";

/** What the admin gets is what a visitor gets, where it is not given. */
type Answers = Record<Exclude<Role, "admin">, Answer> & { admin?: Answer };

export interface Expectation {
  /** As in the route table, with a slash before it. */
  pattern: string;
  method: string;
  /**
   * With the parts `{owner}` (chosen name), `{ownerId}`, `{track}`, `{hidden}`, `{task}`, `{preview}`, `{code}`,
   * `{playlist}` with its `{slug}`, `{privateList}`.
   */
  path: string;
  answers: Answers;
  /** Sent as JSON. */
  body?: unknown;
}

/** A line of the table. `request` is method and path; GET is asked as HEAD and, of screens, as page data too. */
function line(pattern: string, request: string, answers: Answers, body?: unknown): Expectation {
  const [method = "", path = ""] = request.split(" ");
  return { pattern, method, path, answers, body };
}

const everyone = (answer: Answer, except: Partial<Answers> = {}): Answers => ({
  visitor: answer,
  pending: answer,
  denied: answer,
  member: answer,
  premium: answer,
  owner: answer,
  ...except,
});

/** Gate pages instead for those with an account that is not approved. */
const gated = (visitor: Answer, member: Answer = 200): Answers =>
  everyone(member, { visitor, pending: "/pending-approval", denied: "/access-denied" });

/** A member's own screen: the login prompt for visitors. */
const own = gated(200);

const closed = gated("/closed-beta");

/** A call that members make. */
const members = (answer: Answer = 200, except: Partial<Answers> = {}): Answers =>
  everyone(answer, { visitor: 401, pending: 403, denied: 403, ...except });

/** A call about the account itself, approved or not. */
const accounts = (answer: Answer = 200): Answers => everyone(answer, { visitor: 401 });

/** A call of the console: members are as little let in as visitors. */
const adminOnly = (answer: Answer = 200): Answers => everyone(401, { admin: answer });

/** A page of the console: the login form for everybody else. */
const adminPage = (answer: Answer = 200): Answers => everyone(200, { admin: answer });

/** A page for the outside: members have no business there. */
const forOutsiders = (answers: Partial<Answers> = {}): Answers =>
  everyone("/", { visitor: 200, pending: 200, denied: 200, ...answers });

/** Every route of the application, and what each role gets there. */
export const expectations: readonly Expectation[] = [
  // Screens.
  line("/", "GET /", everyone(200)),
  line("/", "GET /?track=1&from_auth=false", everyone(200)),
  line("/", "GET /?from_auth=true", closed),
  line("/search", "GET /search?search=夜", everyone(200)),
  line("/track/:id", "GET /track/{track}", everyone(200)),
  line("/track/:id", "GET /track/{hidden}", everyone(404, { owner: 200 })),
  line("/:userId/track/:id", "GET /{owner}/track/{track}", everyone(200)),
  line("/:userId/track/:id", "GET /{owner}/track/{hidden}", everyone(404, { owner: 200 })),
  line("/users/:userId/track/:id", "GET /users/{ownerId}/track/{track}", everyone(200)),
  line("/:userId", "GET /{owner}", everyone(200)),
  line("/:userId", "GET /no-such-person", everyone(404)),
  line("/user/:userId", "GET /user/{ownerId}", everyone(200)),
  line("/:userId/followers", "GET /{owner}/followers", closed),
  line("/:userId/following", "GET /{owner}/following", closed),
  line("/playlists/:id", "GET /playlists/{playlist}", everyone(200)),
  line("/playlists/:id", "GET /playlists/{privateList}", everyone(404, { owner: 200 })),
  line("/playlists/:id/items/:itemId", "GET /playlists/{playlist}/items/2147483647", {
    ...gated(200, 403),
    owner: 404,
  }),
  line("/playlists/:userId/:slug", "GET /playlists/{owner}/{slug}", everyone(200)),
  line("/playlist/:slug", "GET /playlist/{slug}", everyone(200)),
  line("/u/:userId/:slug", "GET /u/{ownerId}/{slug}", everyone(200)),
  line("/:userId/playlist/:id", "GET /{owner}/playlist/{playlist}", everyone(200)),
  line("/:userId/playlist/:id", "GET /public/playlist/{privateList}", everyone(404, { owner: 200 })),
  line("/audio-test", "GET /audio-test", closed),
  ...["/faq", "/faq/chat", "/terms", "/guidelines", "/privacy", "/commercial-law"].map((path) =>
    line(path, `GET ${path}`, everyone(200)),
  ),
  line("/premium", "GET /premium", everyone(200, { premium: "/" })),
  line("/premium-success", "GET /premium-success", { ...gated(200, "/premium"), premium: 200 }),
  line("/cancel", "GET /cancel", { ...gated(200, "/premium"), premium: 200 }),
  line("/contact", "GET /contact", everyone(200)),
  line("/create-post", "GET /create-post", own),
  line("/create-post-v2", "GET /create-post-v2", own),
  line("/notifications", "GET /notifications", own),
  line("/profile", "GET /profile", own),
  line("/profile/edit", "GET /profile/edit", own),
  line("/profile/account", "GET /profile/account", everyone(200)),
  line("/profile/delete-track/:id", "GET /profile/delete-track/{track}", { ...gated(200, 403), owner: 200 }),
  line("/track/:id/like", "GET /track/{track}/like", gated(200, "/track/{track}")),
  line("/track/:id/report", "GET /track/{track}/report", everyone(200, { owner: 403 })),
  line("/track/:id/report", "GET /track/{hidden}/report", everyone(404, { owner: 403 })),
  line("/track/:id/playlists", "GET /track/{track}/playlists", own),
  line("/track/:id/playlists", "GET /track/{hidden}/playlists", { ...gated(200, 404), owner: 200 }),
  line("/favorites", "GET /favorites", own),
  line("/history", "GET /history", own),
  line("/offline-audio", "GET /offline-audio", own),
  line("/playlists", "GET /playlists", own),
  line("/create-playlist", "GET /create-playlist", own),
  line("/playlists/:id/edit", "GET /playlists/{playlist}/edit", { ...gated(200, 403), owner: 200 }),
  line("/playlists/:id/delete", "GET /playlists/{playlist}/delete", { ...gated(200, 403), owner: 200 }),
  line("/invite-friends", "GET /invite-friends", own),
  line("/settings", "GET /settings", own),
  line("/sign-in", "GET /sign-in", everyone("/", { visitor: 200 })),
  line("/offline", "GET /offline", everyone(200)),
  line("/closed-beta", "GET /closed-beta", forOutsiders()),
  line("/invalid-invitation", "GET /invalid-invitation", forOutsiders()),
  line("/pending-approval", "GET /pending-approval", forOutsiders({ denied: "/access-denied" })),
  line("/access-denied", "GET /access-denied", forOutsiders({ pending: "/pending-approval" })),
  line("/invitation-required", "GET /invitation-required", everyone("/closed-beta")),
  line("/invitation-required", "GET /invitation-required?code={code}", gated(200, "/")),
  line("/i/:code", "GET /i/{code}", gated(200, "/")),
  line("/i/:code", "GET /i/no-such-code", gated("/invalid-invitation", "/")),
  line("/*", "GET /no/such/page", everyone(404)),

  // The console.
  line("/admin", "GET /admin", adminPage()),
  line("/admin", "GET /admin?tab=members", adminPage("/admin/members")),
  line("/admin/login", "GET /admin/login?next=/admin/account", adminPage("/admin/account")),
  line("/admin/account", "GET /admin/account", adminPage()),
  line("/admin/themes", "GET /admin/themes", adminPage()),
  line("/admin/upload", "GET /admin/upload", adminPage()),
  line("/admin/upload", "POST /admin/upload", { ...everyone(401), admin: 415 }, {}),
  line("/admin/inquiries", "GET /admin/inquiries?tab=reports", adminPage()),
  line("/admin/log", "GET /admin/log", adminPage()),
  line("/admin/log.csv", "GET /admin/log.csv?automated=1", everyone("/admin/log", { admin: 200 })),
  line("/admin/monitoring", "GET /admin/monitoring", adminPage()),
  line("/admin/jobs", "GET /admin/jobs", adminPage()),
  line("/admin/statistics.csv", "GET /admin/statistics.csv?days=90", everyone("/admin", { admin: 200 })),
  line("/admin/tracks", "GET /admin/tracks?q=%E5%A4%9C&state=hidden", adminPage()),
  line("/admin/tracks/:trackId", "GET /admin/tracks/{hidden}", adminPage()),
  line("/admin/generate", "GET /admin/generate", adminPage()),
  line("/admin/queue", "GET /admin/queue", adminPage()),
  line("/admin/members", "GET /admin/members", adminPage()),
  line("/admin/users", "GET /admin/users", adminPage()),
  line("/admin/users/:userId", "GET /admin/users/{ownerId}", adminPage()),
  line("/admin/users/:userId", "GET /admin/users/nobody", adminPage(404)),
  line("/admin/:a", "GET /admin/followers", adminPage(404)),
  line("/admin/:a/:b", "GET /admin/track/1", adminPage(404)),
  line("/admin/*", "GET /admin/no/such/page", adminPage(404)),

  // Form targets, bytes and probes.
  line("/theme", "POST /theme", everyone(415), {}),
  line("/pwa/*", "GET /pwa/", everyone("/")),
  line("/pwa/*", "GET /pwa/search", everyone("/search")),
  line("/consent", "GET /consent", everyone(405)),
  line("/uploads/:userId/:file", "GET /uploads/{ownerId}/no-such-file.webp", everyone(404)),
  line("/embed/track/:id", "GET /embed/track/{track}", everyone(200)),
  line("/embed/track/:id", "GET /embed/track/{hidden}", everyone(404)),
  line("/embed/playlist/:id", "GET /embed/playlist/{playlist}", everyone(200)),
  line("/embed/playlist/:id", "GET /embed/playlist/{privateList}", everyone(404)),
  line("/playlists/:id/feed.xml", "GET /playlists/{playlist}/feed.xml", everyone(200)),
  line("/playlists/:id/feed.xml", "GET /playlists/{privateList}/feed.xml", everyone(404)),
  line("/users/:userId/feed.xml", "GET /users/{ownerId}/feed.xml", everyone(200)),
  line("/users/:userId/feed.xml", "GET /users/{owner}/feed.xml", everyone(200)),
  line("/users/:userId/feed.xml", "GET /users/no-such-person/feed.xml", everyone(404)),
  line("/audio/:file", "GET /audio/{track}.mp3", everyone(200)),
  line("/audio/:file", "GET /audio/{hidden}.mp3", everyone(404)),
  line("/oembed", "GET /oembed", everyone(400)),
  line("/robots.txt", "GET /robots.txt", everyone(200)),
  line("/sitemap.xml", "GET /sitemap.xml", everyone(200)),
  line("/sitemaps/:file", "GET /sitemaps/tracks.xml?after=0", everyone(200)),
  line("/sitemaps/:file", "GET /sitemaps/no-such-map.xml", everyone(404)),
  line("/health", "GET /health", everyone(200)),
  line("/ping", "GET /ping", everyone(200)),
  line("/auth/google", "GET /auth/google", everyone("alike")),
  line("/auth/google/callback", "GET /auth/google/callback", everyone("alike")),

  // Calls: who one is.
  line("/api/auth/google", "GET /api/auth/google", everyone("alike")),
  line("/api/auth/google/callback", "GET /api/auth/google/callback", everyone("alike")),
  line("/api/auth/logout", "GET /api/auth/logout", everyone("/")),
  line("/api/auth/logout", "POST /api/auth/logout", everyone("/")),
  line("/api/auth/user", "GET /api/auth/user", everyone(200, { visitor: 401 })),
  line("/api/auth/me", "GET /api/auth/me", members()),
  line("/api/auth/premium-status", "GET /api/auth/premium-status", members()),
  line("/api/trial/double-speed", "POST /api/trial/double-speed", members()),
  // No payment is set up on this server.
  line("/api/create-payment-intent", "POST /api/create-payment-intent", members(501), {}),
  line("/api/user/upgrade-premium", "POST /api/user/upgrade-premium", members(409), {}),
  ...["pause", "resume", "cancel", "reactivate"].map((verb) =>
    line(`/api/premium/${verb}`, `POST /api/premium/${verb}`, members(501), {}),
  ),
  line("/api/premium/portal", "POST /api/premium/portal", members(409), {}),
  line("/webhooks/stripe", "POST /webhooks/stripe", everyone(501), {}),
  line("/api/debug/session", "GET /api/debug/session", everyone(200)),
  line("/api/access-control", "GET /api/access-control", everyone(200)),
  line("/api/auth/profile", "PUT /api/auth/profile", members(400), {}),
  line("/api/auth/profile", "PATCH /api/auth/profile", members("in"), {}),
  line("/api/auth/check-user-id/:customUserId", "GET /api/auth/check-user-id/yoru", members()),
  line("/api/upload/profile-image", "POST /api/upload/profile-image", members("in"), {}),
  line("/api/auth/account", "DELETE /api/auth/account", accounts("in"), {}),
  line("/api/auth/export", "GET /api/auth/export", accounts()),
  line("/api/auth/sessions", "GET /api/auth/sessions", accounts()),
  line("/api/auth/sessions", "DELETE /api/auth/sessions", accounts()),
  line("/api/auth/sessions/:id", "DELETE /api/auth/sessions/no-such-session", accounts("in")),
  line("/api/session", "POST /api/session", everyone("alike"), {}),
  line("/api/contact", "POST /api/contact", everyone(400), {}),
  line("/api/tracks/:id/report", "POST /api/tracks/{track}/report", everyone(200, { owner: 403 }), {
    reason: "other",
  }),
  line("/api/tracks/:id/report", "POST /api/tracks/{hidden}/report", everyone(404, { owner: 403 }), {
    reason: "other",
  }),
  line("/api/invitations/my", "GET /api/invitations/my", members()),
  line("/api/invitations/stats", "GET /api/invitations/stats", members()),
  line("/api/invitations/:code", "DELETE /api/invitations/no-such-code", members(404)),

  // Calls: creation.
  line("/api/posting-status", "GET /api/posting-status", members()),
  line("/api/generate-script", "POST /api/generate-script", members(400), {}),
  line("/api/regenerate-script", "POST /api/regenerate-script", members(400), {}),
  line("/api/generate-audio-preview", "POST /api/generate-audio-preview", members(400), {}),
  line("/api/v2/background-process", "POST /api/v2/background-process", members(400), {}),
  line("/api/audio-tasks/user", "GET /api/audio-tasks/user", members()),
  line(
    "/api/audio-tasks/update-track-id",
    "POST /api/audio-tasks/update-track-id",
    members(404, { owner: 409 }),
    { sessionId: "v2_{task}", trackId: 1 },
  ),
  line("/api/audio-tasks/:id", "GET /api/audio-tasks/{task}", members(404, { owner: 200 })),
  line("/api/audio-tasks/:id/cancel", "POST /api/audio-tasks/{task}/cancel", members(404, { owner: 200 })),
  line("/api/audio-tasks/:id/kill", "POST /api/audio-tasks/{task}/kill", members(404, { owner: 200 })),
  line("/api/publish-track", "POST /api/publish-track", members(400), {}),
  line(
    "/api/cleanup-preview/:filename",
    "DELETE /api/cleanup-preview/{preview}",
    members(404, { owner: 200 }),
  ),

  // Calls: tracks and likes.
  line("/api/tracks", "GET /api/tracks", everyone(200)),
  line("/api/tracks/category/:category", "GET /api/tracks/category/夜", everyone(200)),
  line("/api/categories", "POST /api/categories", members(400), {}),
  line("/api/categories/search", "GET /api/categories/search?q=夜", everyone(200)),
  line("/api/categories/tracks", "GET /api/categories/tracks", everyone(200)),
  line("/api/my-tracks", "GET /api/my-tracks", members()),
  line("/api/tracks/:id", "GET /api/tracks/{track}", everyone(200)),
  line("/api/tracks/:id", "GET /api/tracks/{hidden}", everyone(404, { owner: 200 })),
  // The admin deletes it, which then nobody can any more.
  line("/api/tracks/:id", "DELETE /api/tracks/{hidden}", members(404, { owner: "in", admin: 200 })),
  line(
    "/api/tracks/:id/visibility",
    "PATCH /api/tracks/{track}/visibility",
    members(403, { owner: 200, admin: 200 }),
    { isVisible: true },
  ),
  line("/api/tracks/:id/transcript.vtt", "GET /api/tracks/{track}/transcript.vtt", everyone(200)),
  line(
    "/api/tracks/:id/transcript.vtt",
    "GET /api/tracks/{hidden}/transcript.vtt",
    everyone(404, { owner: 200 }),
  ),
  line("/api/tracks/:id/cover.png", "GET /api/tracks/{track}/cover.png", everyone(200)),
  line("/api/tracks/:id/cover.png", "GET /api/tracks/{hidden}/cover.png", everyone(404, { owner: 200 })),
  line("/api/stream/:id", "GET /api/stream/{track}", everyone(200)),
  line("/api/stream/:id", "GET /api/stream/{hidden}", everyone(404, { owner: 200 })),
  line("/api/likes/check/:id", "GET /api/likes/check/{track}", members()),
  line("/api/likes/:id", "POST /api/likes/{track}", members("in")),
  line("/api/likes/:id", "DELETE /api/likes/{track}", members("in")),
  line("/api/user/favorites", "GET /api/user/favorites", members()),
  line("/api/tracks/:id/playlists", "GET /api/tracks/{track}/playlists", members()),
  line("/api/tracks/:id/playlists", "POST /api/tracks/{track}/playlists", members(400), {}),
  line("/api/playlists/:id/items", "POST /api/playlists/1/items", members(400), {}),
  line("/api/playlists/:id/items", "DELETE /api/playlists/1/items", members(400)),
  line("/api/playlists/:id/items/:itemId", "DELETE /api/playlists/999999/items/1", members(404)),

  // Calls: playlists.
  line("/api/playlists", "GET /api/playlists", everyone(200)),
  line("/api/playlists", "POST /api/playlists", members(400), {}),
  line("/api/playlists/user", "GET /api/playlists/user", members()),
  line("/api/playlists/:id", "PUT /api/playlists/{playlist}", members(403, { owner: 200 }), { name: "夜" }),
  line("/api/playlists/:id", "DELETE /api/playlists/{playlist}", members(403, { owner: "in" })),

  // Calls: listening.
  ...["increment-play-count", "increment-impression-count"].flatMap((name) => [
    line(`/api/tracks/:id/${name}`, `POST /api/tracks/{track}/${name}`, everyone(200), {}),
    line(`/api/tracks/:id/${name}`, `POST /api/tracks/{hidden}/${name}`, everyone(404, { owner: 200 }), {}),
  ]),
  line("/api/listening-history", "POST /api/listening-history", members(400), {}),
  line("/api/user/listening-history", "GET /api/user/listening-history", members()),
  line("/api/user/listening-history", "DELETE /api/user/listening-history", members()),
  line("/api/user/listening-history/:id", "DELETE /api/user/listening-history/{track}", members()),

  // Calls: people.
  line("/api/user/profile/:id", "GET /api/user/profile/{ownerId}", everyone(200)),
  line("/api/users/:id", "GET /api/users/{ownerId}", everyone(200)),
  line("/api/users/:id/follow-counts", "GET /api/users/{ownerId}/follow-counts", everyone(200)),
  line("/api/users/:id/follow-status", "GET /api/users/{ownerId}/follow-status", members()),
  line("/api/users/:id/followers", "GET /api/users/{ownerId}/followers", members()),
  line("/api/users/:id/following", "GET /api/users/{ownerId}/following", members()),
  line("/api/users/:id/follow", "POST /api/users/{ownerId}/follow", members("in")),
  line("/api/users/:id/follow", "DELETE /api/users/{ownerId}/follow", members("in")),
  line("/api/users/:id/tracks", "GET /api/users/{ownerId}/tracks", everyone(200)),
  line("/api/users/:id/cover.png", "GET /api/users/{ownerId}/cover.png", everyone(200)),
  line("/api/users/:id/playlists", "GET /api/users/{ownerId}/playlists", everyone(200)),
  line("/api/follows/followers/:id", "GET /api/follows/followers/{ownerId}", members()),
  line("/api/follows/following/:id", "GET /api/follows/following/{ownerId}", members()),
  // Calls: playlists.
  line("/api/playlists/public/:slug", "GET /api/playlists/public/{slug}", everyone(200)),
  line("/api/playlists/public/:userId/:slug", "GET /api/playlists/public/{owner}/{slug}", everyone(200)),
  line("/api/playlists/:id", "GET /api/playlists/{playlist}", everyone(200)),
  line("/api/playlists/:id", "GET /api/playlists/{privateList}", everyone(404, { owner: 200 })),
  line("/api/playlists/:id/cover.png", "GET /api/playlists/{playlist}/cover.png", everyone(200)),
  line(
    "/api/playlists/:id/cover.png",
    "GET /api/playlists/{privateList}/cover.png",
    everyone(404, { owner: 200 }),
  ),
  line("/api/playlists/:id/items", "GET /api/playlists/{playlist}/items", everyone(200)),
  line("/api/playlists/:id/items", "GET /api/playlists/{privateList}/items", everyone(404, { owner: 200 })),
  line("/api/playlists/:id/follow-status", "GET /api/playlists/{playlist}/follow-status", members()),
  line(
    "/api/playlists/:id/follow-status",
    "GET /api/playlists/{privateList}/follow-status",
    members(404, { owner: 200 }),
  ),
  line("/api/playlists/:id/follow", "POST /api/playlists/{playlist}/follow", members(200, { owner: 409 })),
  line("/api/playlists/:id/follow", "POST /api/playlists/{privateList}/follow", members(404, { owner: 409 })),
  line("/api/playlists/:id/unfollow", "POST /api/playlists/{playlist}/unfollow", members()),
  line(
    "/api/playlists/:id/unfollow",
    "POST /api/playlists/{privateList}/unfollow",
    members(404, { owner: 200 }),
  ),
  line("/api/og/:customUserId/playlist/:id", "GET /api/og/{owner}/playlist/{playlist}", everyone(200)),
  line(
    "/api/og/:customUserId/playlist/:id",
    "GET /api/og/public/playlist/{privateList}",
    everyone(404, { owner: 200 }),
  ),
  line("/api/playlists/:id/reorder", "PUT /api/playlists/1/reorder", members(400), {}),

  // Calls: notifications.
  line("/api/notifications", "GET /api/notifications", members()),
  line("/api/notifications/unread-count", "GET /api/notifications/unread-count", members()),
  line("/api/notifications/stream", "GET /api/notifications/stream", members()),
  line("/api/notifications/read-all", "POST /api/notifications/read-all", members()),
  line("/api/notifications/read", "POST /api/notifications/read", members(), { ids: [] }),
  line("/api/notifications/:id/read", "POST /api/notifications/2147483647/read", members(404)),
  // Calls: kept audio. Nobody of these has premium.
  line("/api/offline/:id", "GET /api/offline/{track}", members(403, { premium: 200 })),
  line("/api/offline/check", "POST /api/offline/check", members(200), { trackIds: [] }),
  // Calls: push messages.
  line("/api/push/vapid-key", "GET /api/push/vapid-key", everyone(200)),
  line("/api/push/subscribe", "GET /api/push/subscribe", members()),
  line("/api/push/subscribe", "POST /api/push/subscribe", members(400), {}),
  line("/api/push/subscribe", "DELETE /api/push/subscribe", members(400), {}),
  line("/api/notifications/test-push", "POST /api/notifications/test-push", members("in"), { test: true }),
  line("/api/ai-chat", "POST /api/ai-chat", everyone(200), { message: "解約したい" }),

  // Calls: the console.
  line("/api/admin/status", "GET /api/admin/status", everyone(200)),
  line("/api/admin/login", "POST /api/admin/login", everyone("in"), {}),
  line("/api/admin/logout", "POST /api/admin/logout", adminOnly()),
  line("/api/admin/themes", "GET /api/admin/themes", adminOnly()),
  line("/api/admin/themes/:id/status", "PATCH /api/admin/themes/0/status", adminOnly(404), {
    status: "approved",
  }),
  line("/api/admin/themes/:id/generate-audio", "POST /api/admin/themes/0/generate-audio", adminOnly(404), {}),
  line("/api/admin/youtube/extract", "POST /api/admin/youtube/extract", adminOnly(400), {}),
  line("/api/admin/uploads", "POST /api/admin/uploads", adminOnly(415), {}),
  line("/api/admin/uploads/:id", "GET /api/admin/uploads/unknown", adminOnly(404)),
  line("/api/admin/uploads/:id", "DELETE /api/admin/uploads/unknown", adminOnly(404)),
  line("/api/admin/files/location", "GET /api/admin/files/location", adminOnly()),
  line("/api/admin/files/sync/:id", "POST /api/admin/files/sync/{hidden}", adminOnly()),
  line("/api/admin/files/sync-all", "POST /api/admin/files/sync-all", adminOnly()),
  line("/api/admin/tracks/:id/audio", "GET /api/admin/tracks/{hidden}/audio", adminOnly()),
  line("/api/admin/tasks", "GET /api/admin/tasks", adminOnly()),
  line("/api/admin/tasks/failed", "DELETE /api/admin/tasks/failed", adminOnly()),
  line("/api/admin/tasks/:id/cancel", "POST /api/admin/tasks/unknown/cancel", adminOnly(404)),
  line("/api/admin/cleanup/invalid-tasks", "DELETE /api/admin/cleanup/invalid-tasks", adminOnly()),
  line("/api/generate-content", "GET /api/generate-content?inputText=%E5%A4%9C", adminOnly(403)),
  line("/api/admin/users", "GET /api/admin/users", adminOnly()),
  line("/api/admin/users/search", "POST /api/admin/users/search", adminOnly(), { email: "nobody@" }),
  line("/api/admin/users/premium", "POST /api/admin/users/premium", adminOnly(404), {
    userId: "nobody",
    isPremium: true,
  }),
  line("/api/admin/users/invitation-status", "POST /api/admin/users/invitation-status", adminOnly(), {
    userId: "{ownerId}",
    canInvite: true,
  }),
  line("/api/admin/users/:userId", "GET /api/admin/users/{ownerId}", adminOnly()),
  line("/api/admin/users/:userId", "DELETE /api/admin/users/nobody", adminOnly(404)),
  line("/api/admin/users/:userId/premium", "PATCH /api/admin/users/nobody/premium", adminOnly(404), {
    isPremium: true,
  }),
  line("/api/admin/users/:userId/state", "PATCH /api/admin/users/nobody/state", adminOnly(404), {
    state: "denied",
  }),
  line(
    "/api/admin/users/:userId/listening-history",
    "GET /api/admin/users/{ownerId}/listening-history",
    adminOnly(),
  ),
  line("/api/admin/users/:userId/sessions", "GET /api/admin/users/{ownerId}/sessions", adminOnly()),
  line("/api/admin/users/:userId/sessions", "DELETE /api/admin/users/nobody/sessions", adminOnly(404)),
  line(
    "/api/admin/users/:userId/sessions/:sessionId",
    "DELETE /api/admin/users/{ownerId}/sessions/none",
    adminOnly(404),
  ),

  // The API's own document.
  line("/api/openapi.json", "GET /api/openapi.json", everyone(200)),
  line("/api/docs", "GET /api/docs", everyone(200)),

  // What looks like a page of somebody called api.
  line("/api/:a/:b?/:c?", "GET /api/track/{track}", everyone(404)),
  line("/api/:a/:b?/:c?", "GET /api/followers", everyone(404)),
  line("/api/*", "GET /api/no/such/call", everyone(404)),
  line("/api/*", "POST /api/no/such/call", everyone(404)),
];
