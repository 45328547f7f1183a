import { RateLimit } from "./rate-limit.ts";

const minuteS = 60;
const hourS = 60 * minuteS;

/**
 * What has no limit of its own and could be done without end (docs/deploy.md, "Limits"). Rules by address leave room
 * for many people behind one.
 */
export const rateLimits = {
  startSignIn: new RateLimit({ per: "address", most: 300, everyS: 10 * minuteS }),
  signInLocally: new RateLimit({ per: "address", most: 300, everyS: 10 * minuteS }),
  answerConsent: new RateLimit({ per: "address", most: 300, everyS: hourS }),
  askSupport: new RateLimit({ per: "address", most: 1200, everyS: hourS }),
  writeScript: new RateLimit({ per: "member", most: 60, everyS: hourS }),
  checkUserId: new RateLimit({ per: "member", most: 120, everyS: minuteS }),
  uploadPicture: new RateLimit({ per: "member", most: 30, everyS: hourS }),
  exportAccount: new RateLimit({ per: "member", most: 10, everyS: hourS }),
  drawCover: new RateLimit({ per: "address", most: 1200, everyS: hourS }),
  readSitemap: new RateLimit({ per: "address", most: 600, everyS: hourS }),
  readFeed: new RateLimit({ per: "address", most: 3600, everyS: hourS }),
  follow: new RateLimit({ per: "member", most: 300, everyS: hourS }),
  addCategory: new RateLimit({ per: "member", most: 60, everyS: hourS }),
  like: new RateLimit({ per: "member", most: 1000, everyS: hourS }),
  bookmark: new RateLimit({ per: "member", most: 1000, everyS: hourS }),
  listen: new RateLimit({ per: "member", most: 3000, everyS: hourS }),
  reorder: new RateLimit({ per: "member", most: 3000, everyS: hourS }),
  changePlaylists: new RateLimit({ per: "member", most: 300, everyS: hourS }),
  readNotifications: new RateLimit({ per: "member", most: 3000, everyS: hourS }),
  contact: new RateLimit({ per: "member", most: 30, everyS: hourS }),
  report: new RateLimit({ per: "member", most: 60, everyS: hourS }),
  keepAudio: new RateLimit({ per: "member", most: 3000, everyS: hourS }),
  checkKeptAudio: new RateLimit({ per: "member", most: 300, everyS: hourS }),
  forgetHistory: new RateLimit({ per: "member", most: 1000, everyS: hourS }),
  subscribeToPush: new RateLimit({ per: "member", most: 60, everyS: hourS }),
  testPush: new RateLimit({ per: "member", most: 10, everyS: 10 * minuteS }),
} as const;
