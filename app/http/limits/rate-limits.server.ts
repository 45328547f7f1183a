import { RateLimit } from "./rate-limit.server.ts";

const minuteS = 60;
const hourS = 60 * minuteS;

/** All limits (docs/deploy.md, "Limits"). Those per address leave room for many people behind one. */
export const rateLimits = {
  startSignIn: new RateLimit({ name: "startSignIn", per: "address", max: 300, windowS: 10 * minuteS }),
  signInLocally: new RateLimit({ name: "signInLocally", per: "address", max: 300, windowS: 10 * minuteS }),
  // Few: one guessed password opens the whole console.
  adminPassword: new RateLimit({ name: "adminPassword", per: "address", max: 5, windowS: minuteS }),
  // By the operator's id: with a stolen password an app's code would be guessed from many addresses. Recovery codes do not count.
  adminCode: new RateLimit({ name: "adminCode", per: "member", max: 20, windowS: hourS }),
  // Each adds a row; the answer counts with the passwords.
  startPasskeySignIn: new RateLimit({
    name: "startPasskeySignIn",
    per: "address",
    max: 30,
    windowS: minuteS,
  }),
  // Hashing takes half a second of a processor; links can't be guessed.
  joinConsole: new RateLimit({ name: "joinConsole", per: "address", max: 20, windowS: minuteS }),
  answerConsent: new RateLimit({ name: "answerConsent", per: "address", max: 300, windowS: hourS }),
  askSupport: new RateLimit({ name: "askSupport", per: "address", max: 1200, windowS: hourS }),
  writeScript: new RateLimit({ name: "writeScript", per: "member", max: 60, windowS: hourS }),
  readSource: new RateLimit({ name: "readSource", per: "member", max: 60, windowS: hourS }),
  choosePassages: new RateLimit({ name: "choosePassages", per: "member", max: 120, windowS: hourS }),
  startPreview: new RateLimit({ name: "startPreview", per: "member", max: 60, windowS: hourS }),
  hearVoice: new RateLimit({ name: "hearVoice", per: "member", max: 300, windowS: hourS }),
  checkUserId: new RateLimit({ name: "checkUserId", per: "member", max: 120, windowS: minuteS }),
  changeProfile: new RateLimit({ name: "changeProfile", per: "member", max: 60, windowS: hourS }),
  uploadPicture: new RateLimit({ name: "uploadPicture", per: "member", max: 30, windowS: hourS }),
  uploadAudio: new RateLimit({ name: "uploadAudio", per: "address", max: 120, windowS: hourS }),
  exportAccount: new RateLimit({ name: "exportAccount", per: "member", max: 10, windowS: hourS }),
  drawCover: new RateLimit({ name: "drawCover", per: "address", max: 1200, windowS: hourS }),
  readSitemap: new RateLimit({ name: "readSitemap", per: "address", max: 600, windowS: hourS }),
  readFeed: new RateLimit({ name: "readFeed", per: "address", max: 3600, windowS: hourS }),
  follow: new RateLimit({ name: "follow", per: "member", max: 300, windowS: hourS }),
  addCategory: new RateLimit({ name: "addCategory", per: "member", max: 60, windowS: hourS }),
  like: new RateLimit({ name: "like", per: "member", max: 1000, windowS: hourS }),
  bookmark: new RateLimit({ name: "bookmark", per: "member", max: 1000, windowS: hourS }),
  listen: new RateLimit({ name: "listen", per: "member", max: 3000, windowS: hourS }),
  reorder: new RateLimit({ name: "reorder", per: "member", max: 3000, windowS: hourS }),
  changePlaylists: new RateLimit({ name: "changePlaylists", per: "member", max: 300, windowS: hourS }),
  changePronunciations: new RateLimit({
    name: "changePronunciations",
    per: "member",
    max: 600,
    windowS: hourS,
  }),
  readNotifications: new RateLimit({ name: "readNotifications", per: "member", max: 3000, windowS: hourS }),
  // A page that violates its policy does so again and again; a sample is enough.
  reportFromBrowser: new RateLimit({ name: "reportFromBrowser", per: "address", max: 60, windowS: hourS }),
  // Few: each sends an email to a typed address.
  objection: new RateLimit({ name: "objection", per: "member", max: 10, windowS: hourS }),
  followObjection: new RateLimit({ name: "followObjection", per: "member", max: 30, windowS: hourS }),
  contact: new RateLimit({ name: "contact", per: "member", max: 30, windowS: hourS }),
  report: new RateLimit({ name: "report", per: "member", max: 60, windowS: hourS }),
  downloadAudio: new RateLimit({ name: "downloadAudio", per: "member", max: 3000, windowS: hourS }),
  checkDownloads: new RateLimit({ name: "checkDownloads", per: "member", max: 300, windowS: hourS }),
  confirmPayment: new RateLimit({ name: "confirmPayment", per: "member", max: 300, windowS: hourS }),
  deleteHistory: new RateLimit({ name: "deleteHistory", per: "member", max: 1000, windowS: hourS }),
  subscribeToPush: new RateLimit({ name: "subscribeToPush", per: "member", max: 60, windowS: hourS }),
  startPayment: new RateLimit({ name: "startPayment", per: "member", max: 60, windowS: hourS }),
  changeSubscription: new RateLimit({ name: "changeSubscription", per: "member", max: 60, windowS: hourS }),
  generateContent: new RateLimit({ name: "generateContent", per: "address", max: 600, windowS: hourS }),
  extractThemes: new RateLimit({ name: "extractThemes", per: "address", max: 30, windowS: 10 * minuteS }),
  postForm: new RateLimit({ name: "postForm", per: "member", max: 3000, windowS: hourS }),
  creationForm: new RateLimit({ name: "creationForm", per: "member", max: 1000, windowS: hourS }),
  // Up to 64 MB: a tenth of a second of a processor.
  verifySound: new RateLimit({ name: "verifySound", per: "address", max: 60, windowS: hourS }),
  verifyLink: new RateLimit({ name: "verifyLink", per: "address", max: 600, windowS: hourS }),
  // A test goes to a typed address.
  alertsForm: new RateLimit({ name: "alertsForm", per: "address", max: 60, windowS: hourS }),
  testPush: new RateLimit({ name: "testPush", per: "member", max: 10, windowS: 10 * minuteS }),
} as const;
