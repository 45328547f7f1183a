/** A profile at `/{customUserId}` must not hide a page. A test compares this with the routes and `public/`. */
const reserved = new Set(
  [
    // Screens and calls.
    "access-denied admin announcement api appeal audio audio-sample audio-test auth browser-reports cancel category categories clip clips clips.md closed-beta commercial-law consent contact cookie",
    "cookies create-playlist create-post create-post-v2 creation-status discover drafts edit-playlist explore faq favorites followers",
    "following health help history home i insights insights.csv invalid-invitation invitation invitation-required invitations invite invite-friends",
    "legal library likes login logout mypage my-page new notifications objection objections offline offline-audio pending-approval ping player playlist",
    "playlists post posts premium premium-success privacy profile profiles public ranking register search search-suggestions series settings",
    "share sign-in sign-out sign-up signin signout signup sources status support terms theme today track tracks transparency transparency.csv u unsubscribe upload",
    "uploads user users verify welcome",
    // Files and protocols.
    "apple-touch-icon assets browserconfig build docs embed favicon favicon-ico feed feeds files icons images img",
    "internal-audio js css manifest media oembed og opensearch pwa robots robots.txt rss service-worker sitemap sitemap.xml sitemaps static",
    "stream sw webhook webhooks well-known .well-known ws socket",
    // Words that look official.
    "about account accounts administrator ai app blog billing careers checkout company copyright customer-support",
    "default developer developers download downloads guest guide guidelines house info install jobs mail me moderator mugen",
    "mugen-official mugen_official mugenapp news null official partner partners pay payment payments press pricing",
    "podcast podcasts preferences root security self shop staff stripe subscribe subscription system team test undefined www you",
  ].flatMap((line) => line.split(" ")),
);

/** Case is ignored. */
export function isReservedName(name: string): boolean {
  return reserved.has(name.toLowerCase());
}
