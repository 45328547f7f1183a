import { useState } from "react";

interface BackLinkTarget {
  to: string;
  label: string;
}

/**
 * Leads to the profile if the visit came from there (`?from=profile`, or `/profile…` was the previous page), else to the list
 * of playlists. `referrer`: absolute URL; other origins are ignored.
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

/** Keeps the back link of the first load: after a revalidation the referrer is the page itself. */
export function useBackLink(playlistId: number, loaded: BackLinkTarget): BackLinkTarget {
  const [opened, setOpened] = useState({ playlistId, back: loaded });
  if (opened.playlistId === playlistId) return opened.back;
  setOpened({ playlistId, back: loaded });
  return loaded;
}
