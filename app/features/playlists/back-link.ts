import { useState } from "react";

/** Target of the back link on a playlist's page. */
export interface BackLinkTarget {
  to: string;
  label: string;
}

/**
 * Leads to the profile when the visit came from there (`?from=profile`, or the previous page was `/profile` or below),
 * else to the list of playlists. `referrer` is the absolute URL of the previous page; other origins are ignored.
 */
export function backLink({ url, referrer }: { url: URL; referrer: string | null }): BackLinkTarget {
  const previous = referrer && URL.canParse(referrer) ? new URL(referrer) : null;
  const isFromProfile =
    url.searchParams.get("from") === "profile" ||
    (previous?.origin === url.origin && /^\/profile(\/|$)/.test(previous.pathname));
  return isFromProfile
    ? { to: "/profile?tab=playlists", label: "マイページ" }
    : { to: "/playlists", label: "プレイリスト" };
}

/** Keeps the back link of the first load: when the page revalidates, its referrer is the page itself. */
export function useBackLink(playlistId: number, loaded: BackLinkTarget): BackLinkTarget {
  const [opened, setOpened] = useState({ playlistId, back: loaded });
  if (opened.playlistId === playlistId) return opened.back;
  setOpened({ playlistId, back: loaded });
  return loaded;
}
