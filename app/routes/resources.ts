import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/resources/${name}.ts`;

/** They belong to no screen: bytes, probes and small form targets. */
export const resourceRoutes: RouteConfigEntry[] = [
  route("audio/:file", file("audio")),
  route("playlists/:id/feed.xml", file("playlist-feed")),
  route("users/:userId/feed.xml", file("person-feed")),
  route("today/:token/feed.xml", file("mix-feed")),
  route("uploads/:userId/:file", file("upload")),
  route("health", file("health")),
  route("ping", file("ping")),
  route("embed/track/:id", file("embed")),
  route("embed/clip/:id", file("embed-clip")),
  route("clip/:id/card.png", file("clip-card")),
  route("i/:code/card.png", file("invitation-card")),
  route("embed/playlist/:id", file("embed-playlist")),
  route("oembed", file("oembed")),
  route("robots.txt", file("robots")),
  route(".well-known/security.txt", file("security-txt")),
  route("browser-reports", file("browser-reports")),
  route(".well-known/jwks.json", file("public-keys")),
  route("sitemap.xml", file("sitemap-index")),
  route("sitemaps/:file", file("sitemap")),
  // The address of what is now a part of the settings.
  route("profile/account", file("account")),
  route("theme", file("theme")),
  route("announcement", file("announcement")),
  route("pwa/*", file("open-installed-app")),
  // These need as many parts as patterns of the same rank: else `/pwa/followers` would be `/:userId/followers`, and
  // `/pwa/track/1` `/:userId/track/:id`.
  route("pwa/:a", file("open-installed-app"), { id: "open-installed-app-1" }),
  route("pwa/:a/:b", file("open-installed-app"), { id: "open-installed-app-2" }),
  route("search-suggestions/:kind/:id", file("search-suggestions")),
  route("consent", file("consent")),
  route("webhooks/stripe", file("stripe-webhook")),
];
