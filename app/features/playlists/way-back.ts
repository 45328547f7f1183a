/** Where the back link of a playlist's page leads. */
export interface WayBack {
  to: string;
  label: string;
}

/**
 * To my page where the visit came from there (`?from=profile`, or the page before was one of it), else to the playlists
 * (spec 2 §2). `referrer` is the address of the page before, whole; of another site's page it says nothing.
 */
export function wayBack({ url, referrer }: { url: URL; referrer: string | null }): WayBack {
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null;
  const isFromProfile =
    url.searchParams.get("from") === "profile" ||
    (before?.origin === url.origin && /^\/profile(\/|$)/.test(before.pathname));
  return isFromProfile
    ? { to: "/profile?tab=playlists", label: "マイページ" }
    : { to: "/playlists", label: "プレイリスト" };
}
