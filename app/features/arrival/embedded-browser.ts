/** A browser inside another app. */
export interface EmbeddedBrowser {
  /** The app; null for one that is not known by name. */
  app: string | null;
  /** A parameter of an address by which the app opens it in the device's own browser; null where it knows none. */
  leavingParameter: string | null;
}

/** First match wins: the last two are of any app. */
const embedded: [pattern: RegExp, app: string | null][] = [
  [/\bLine\//, "LINE"],
  [/\bInstagram\b/, "Instagram"],
  [/\bFB(?:AN|AV|_IAB)\b/, "Facebook"],
  [/\bTwitter(?:Android| for )/, "X"],
  [/\b(?:musical_ly|BytedanceWebview|TikTok)/, "TikTok"],
  [/\bAndroid\b.*; wv\)/, null],
  [/\b(?:iPhone|iPad)\b(?!.*\bSafari\/)/, null],
];

/** The app in whose own browser a page is open, by its User-Agent; null in a browser. Google lets nobody sign in there. */
export function findEmbeddedBrowser(userAgent: string): EmbeddedBrowser | null {
  const found = embedded.find(([pattern]) => pattern.test(userAgent));
  if (!found) return null;
  const [, app] = found;
  return { app, leavingParameter: app === "LINE" ? "openExternalBrowser" : null };
}
