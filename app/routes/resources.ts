import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/resources/${name}.ts`;

/** Bytes, probes and the small form targets that belong to no screen. */
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
  route("sitemap.xml", file("sitemap-index")),
  route("sitemaps/:file", file("sitemap")),
  route("theme", file("theme")),
  route("announcement", file("announcement")),
  route("pwa/*", file("open-installed-app")),
  // As many parts as other patterns have that rank as high: `/pwa/followers` is none of `/:userId/followers`, nor
  // `/pwa/track/1` of `/:userId/track/:id`.
  route("pwa/:a", file("open-installed-app"), { id: "open-installed-app-1" }),
  route("pwa/:a/:b", file("open-installed-app"), { id: "open-installed-app-2" }),
  route("search-suggestions/:kind/:id", file("search-suggestions")),
  route("consent", file("consent")),
  route("webhooks/stripe", file("stripe-webhook")),
];
