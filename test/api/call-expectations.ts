import { accounts, type Expectation, everyone, line, members } from "./access-lines.ts";

/** Calls of visitors and members. */
export const callExpectations: readonly Expectation[] = [
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

  // The API's own document.
  line("/api/openapi.json", "GET /api/openapi.json", everyone(200)),
  line("/api/docs", "GET /api/docs", everyone(200)),

  // What looks like a page of somebody called api.
  line("/api/:a/:b?/:c?", "GET /api/track/{track}", everyone(404)),
  line("/api/:a/:b?/:c?", "GET /api/followers", everyone(404)),
  line("/api/*", "GET /api/no/such/call", everyone(404)),
  line("/api/*", "POST /api/no/such/call", everyone(404)),
];
