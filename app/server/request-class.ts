/** Few classes, so that nobody can make the list of figures long. */
export function requestClass(path: string): string {
  if (/^\/(?:assets\/|sw\.js$|favicon|manifest)/.test(path)) return "static";
  if (/^\/(?:api\/stream|audio)\//.test(path)) return "audio";
  if (/\.(?:png|webp|svg|jpg)$/.test(path)) return "picture";
  if (path.endsWith(".xml")) return "feed";
  if (path.startsWith("/api/")) return "call";
  if (path.startsWith("/embed/")) return "embed";
  if (path.startsWith("/admin")) return "console";
  if (path.startsWith("/webhooks/")) return "webhook";
  return path === "/health" || path === "/ping" ? "check" : "page";
}
