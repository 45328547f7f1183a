import { RateLimit } from "./rate-limit.server.ts";

const minuteS = 60;
const hourS = 60 * minuteS;

/** `max` in `windowS` seconds, from the first one; `counts` says of what, for the operator. */
const perMember = (name: string, max: number, windowS: number, counts: string) =>
  new RateLimit({ name, counts, per: "member", max, windowS });
const perAddress = (name: string, max: number, windowS: number, counts: string) =>
  new RateLimit({ name, counts, per: "address", max, windowS });

/** All limits, in the order of the table in docs/deploy.md ("Limits"). Those per address leave room for many people behind one. */
export const rateLimits = {
  startSignIn: perAddress("startSignIn", 300, 10 * minuteS, "starting a sign-in"),
  signInLocally: perAddress("signInLocally", 300, 10 * minuteS, "local sign-ins"),
  answerConsent: perAddress(
    "answerConsent",
    300,
    hourS,
    "answers to the cookie banner (`/consent`, `POST /api/session`)",
  ),
  askSupport: perAddress("askSupport", 1200, hourS, "questions to the support chat"),
  writeScript: perMember("writeScript", 60, hourS, "writing or revising a script"),
  readSource: perMember(
    "readSource",
    60,
    hourS,
    "files and pages that are brought into the creation form, one at a time",
  ),
  choosePassages: perMember(
    "choosePassages",
    120,
    hourS,
    "choosing the sentences of a text for some minutes, and dividing one into a series",
  ),
  startPreview: perMember("startPreview", 60, hourS, "starting an audio preview"),
  hearVoice: perMember("hearVoice", 300, hourS, "hearing voices, single lines and readings"),
  changePronunciations: perMember("changePronunciations", 600, hourS, "changes of the member's dictionary"),
  creationForm: perMember("creationForm", 1000, hourS, "forms of the creation pages, all together"),
  checkUserId: perMember("checkUserId", 120, minuteS, "checking whether a user id is free"),
  changeProfile: perMember("changeProfile", 60, hourS, "changing the profile"),
  uploadPicture: perMember("uploadPicture", 30, hourS, "picture uploads"),
  exportAccount: perMember("exportAccount", 10, hourS, "exports, one at a time"),
  drawCover: perAddress("drawCover", 1200, hourS, "PNG covers that have to be drawn"),
  readSitemap: perAddress("readSitemap", 600, hourS, "sitemaps (`/sitemap.xml`, `/sitemaps/…`)"),
  readFeed: perAddress("readFeed", 3600, hourS, "podcast feeds (`…/feed.xml`)"),
  // Up to 64 MB: a tenth of a second of a processor.
  verifySound: perAddress("verifySound", 60, hourS, "files sent to `/verify`"),
  verifyLink: perAddress("verifyLink", 600, hourS, "links asked about at `/verify`"),
  addCategory: perMember("addCategory", 60, hourS, "new categories"),
  follow: perMember("follow", 300, hourS, "follow and unfollow"),
  like: perMember("like", 1000, hourS, "like and unlike"),
  bookmark: perMember("bookmark", 1000, hourS, "putting a track into a playlist, or taking it out"),
  reorder: perMember("reorder", 3000, hourS, "changes of a playlist's order"),
  changePlaylists: perMember("changePlaylists", 300, hourS, "making, changing and deleting playlists"),
  listen: perMember("listen", 3000, hourS, "entries into the listening history"),
  deleteHistory: perMember("deleteHistory", 1000, hourS, "deleting from the listening history"),
  readNotifications: perMember("readNotifications", 3000, hourS, "marking notifications as read"),
  downloadAudio: perMember("downloadAudio", 3000, hourS, "downloading tracks to a device"),
  checkDownloads: perMember("checkDownloads", 300, hourS, "checking whether downloads may still be played"),
  contact: perMember("contact", 30, hourS, "messages by the contact form"),
  report: perMember("report", 60, hourS, "reports of tracks, members and playlists"),
  // Few: each sends an email to a typed address.
  objection: perMember("objection", 10, hourS, "objections"),
  followObjection: perMember("followObjection", 30, hourS, "answers in an objection's case, and appeals"),
  startPayment: perMember("startPayment", 60, hourS, "beginning a purchase of premium"),
  confirmPayment: perMember("confirmPayment", 300, hourS, "asking what became of a payment"),
  changeSubscription: perMember(
    "changeSubscription",
    60,
    hourS,
    "pausing, resuming or cancelling premium, opening the portal",
  ),
  subscribeToPush: perMember(
    "subscribeToPush",
    60,
    hourS,
    "subscribing a device to push messages, or ending it",
  ),
  testPush: perMember("testPush", 10, 10 * minuteS, "test notifications"),
  postForm: perMember("postForm", 3000, hourS, "any form that has no limit of its own, all together"),
  // A page that violates its policy does so again and again; a sample is enough.
  reportFromBrowser: perAddress("reportFromBrowser", 60, hourS, "reports of browsers (`/browser-reports`)"),
  // Few: one guessed password opens the whole console.
  adminPassword: perAddress(
    "adminPassword",
    5,
    minuteS,
    "the console: logins by password or passkey, and questions for the password",
  ),
  // By the operator's id: with a stolen password an app's code would be guessed from many addresses. Recovery codes do not count.
  adminCode: perMember("adminCode", 20, hourS, "the console: codes of the app of one operator"),
  // Each adds a row; the answer counts with the passwords.
  startPasskeySignIn: perAddress("startPasskeySignIn", 30, minuteS, "the console: questions for a passkey"),
  // Hashing takes half a second of a processor; links can't be guessed.
  joinConsole: perAddress("joinConsole", 20, minuteS, "the console: joining by a link"),
  uploadAudio: perAddress("uploadAudio", 120, hourS, "the console: audio uploads"),
  generateContent: perAddress("generateContent", 600, hourS, "the console: starting generations"),
  extractThemes: perAddress("extractThemes", 30, 10 * minuteS, "the console: looking for themes in a video"),
  // A test goes to a typed address.
  alertsForm: perAddress("alertsForm", 60, hourS, "the console: changes of alerts and webhooks"),
} as const;
