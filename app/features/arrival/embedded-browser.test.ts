import { expect, test } from "vitest";
import { findEmbeddedBrowser } from "./embedded-browser.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9";

test.for([
  [`${iPhone} Mobile/15E148 Safari Line/15.8.0`, "LINE"],
  [
    `${android} Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0 Mobile Safari/537.36 Line/15.8.0/IAB`,
    "LINE",
  ],
  [`${iPhone} Mobile/15E148 Instagram 380.0.0.28.90 (iPhone17,1; iOS 18_5; ja_JP)`, "Instagram"],
  [`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/512.0.0;FBDV/iPhone17,1]`, "Facebook"],
  [`${iPhone} Mobile/15E148 Twitter for iPhone/11.2`, "X"],
  [`${iPhone} Mobile/15E148 musical_ly_39.0.0 BytedanceWebview/d8a21c6`, "TikTok"],
  [
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0 Mobile Safari/537.36`,
    null,
  ],
  [`${iPhone} Mobile/15E148`, null],
] as const)("%s is inside %s", ([userAgent, app]) => {
  expect(findEmbeddedBrowser(userAgent)).toEqual({
    app,
    leavingParameter: app === "LINE" ? "openExternalBrowser" : null,
  });
});

test.for([
  `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`,
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36`,
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "",
])("%s is a browser", (userAgent) => {
  expect(findEmbeddedBrowser(userAgent)).toBeNull();
});
