interface EmbeddedBrowser {
  app: string | null;
  /** With this parameter in an address, the app opens it in the device's own browser; null where it knows none. */
  leavingParameter: string | null;
}

/** The first match wins: the last two fit any app. */
const embedded: [pattern: RegExp, app: string | null][] = [
  [/\bLine\//, "LINE"],
  [/\bInstagram\b/, "Instagram"],
  [/\bFB(?:AN|AV|_IAB)\b/, "Facebook"],
  [/\bTwitter(?:Android| for )/, "X"],
  [/\b(?:musical_ly|BytedanceWebview|TikTok)/, "TikTok"],
  [/\bAndroid\b.*; wv\)/, null],
  [/\b(?:iPhone|iPad)\b(?!.*\bSafari\/)/, null],
];

/** Null in a real browser. Google lets nobody log in inside another app. */
export function findEmbeddedBrowser(userAgent: string): EmbeddedBrowser | null {
  const found = embedded.find(([pattern]) => pattern.test(userAgent));
  if (!found) return null;
  const [, app] = found;
  return { app, leavingParameter: app === "LINE" ? "openExternalBrowser" : null };
}
