import type { Announcement } from "#app/features/announcements/announcements.ts";
import { currentAnnouncements } from "#app/features/announcements/server/site-state.server.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_notice";
const maxAge = 90 * 24 * 60 * 60;
/** Enough: expired announcements are not shown anyway. */
const maxIds = 10;

function dismissedIds(request: Request, url: URL): number[] {
  const value = readCookie(request, cookieName(name, isSecure(url))) ?? "";
  return /^\d{1,10}(\.\d{1,10}){0,9}$/.test(value) ? value.split(".").map(Number) : [];
}

/** The latest that this reader has not closed. Reads no cookie while there is none. */
export function announcementFor(request: Request, url: URL): Announcement | null {
  const shown = currentAnnouncements();
  if (shown.length === 0) return null;
  const dismissed = dismissedIds(request, url);
  return shown.find(({ id }) => !dismissed.includes(id)) ?? null;
}

/** The Set-Cookie header that keeps an announcement closed in this browser. */
export function dismissedCookie(request: Request, url: URL, id: number): string {
  const ids = [id, ...dismissedIds(request, url).filter((known) => known !== id)].slice(0, maxIds);
  return serializeCookie({ name, value: ids.join("."), maxAge, secure: isSecure(url) });
}
