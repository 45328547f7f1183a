import { isIP } from "node:net";
import type { Environment } from "#app/config/environment.ts";
import { isLoopbackName } from "#app/config/environment.ts";

/** Who letters come from: `MAIL_FROM`, or an address at the site's own host. */
export function senderOf(settings: Pick<Environment, "MAIL_FROM" | "PUBLIC_ORIGIN">): string {
  if (settings.MAIL_FROM) return settings.MAIL_FROM;
  const host = settings.PUBLIC_ORIGIN ? new URL(settings.PUBLIC_ORIGIN).hostname : "localhost";
  return `no-reply@${isIP(host.replace(/^\[|\]$/g, "")) ? "localhost" : host}`;
}

/**
 * The mail server that `SMTP_URL` names. A password goes out encrypted alone: without TLS from the beginning (`smtps:`)
 * the server must offer it (STARTTLS), except on this machine.
 */
export function mailServerOf(address: string) {
  const url = new URL(address);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && user !== "" && !isLoopbackName(host),
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
  };
}
