import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/resources/${name}.ts`;

/** Bytes, probes and the small form targets that belong to no screen. */
export const resourceRoutes: RouteConfigEntry[] = [
  route("api/stream/:id", file("stream")),
  route("audio/:file", file("audio")),
  route("playlists/:id/feed.xml", file("playlist-feed")),
  route("users/:userId/feed.xml", file("person-feed")),
  route("uploads/:userId/:file", file("upload")),
  route("health", file("health")),
  route("ping", file("ping")),
  route("embed/track/:id", file("embed")),
  route("embed/playlist/:id", file("embed-playlist")),
  route("oembed", file("oembed")),
  route("robots.txt", file("robots")),
  route("sitemap.xml", file("sitemap-index")),
  route("sitemaps/:file", file("sitemap")),
  route("theme", file("theme")),
  route("pwa/*", file("start-app")),
  route("consent", file("consent")),
  route("webhooks/stripe", file("stripe-webhook")),
];
