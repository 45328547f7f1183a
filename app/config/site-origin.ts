import type { Environment } from "./environment.ts";

/** Where people reach the site: `PUBLIC_ORIGIN`, else the address that the server listens on. */
export function siteOrigin(
  settings: Pick<Environment, "PUBLIC_ORIGIN" | "HOST" | "PORT">,
  port: number = settings.PORT,
): string {
  const host = settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST;
  return settings.PUBLIC_ORIGIN ?? `http://${host}:${port}`;
}
