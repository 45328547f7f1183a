import type { RateLimit } from "../app/http/limits/rate-limit.server.ts";
import { rateLimits } from "../app/http/limits/rate-limits.server.ts";

/** What each limit counts, in the order of the table. */
const counted = {
  startSignIn: "starting a sign-in",
  signInLocally: "local sign-ins",
  answerConsent: "answers to the cookie banner (`/consent`, `POST /api/session`)",
  askSupport: "questions to the support chat",
  writeScript: "writing or revising a script",
  readSource: "files and pages that are brought into the creation form, one at a time",
  choosePassages: "choosing the sentences of a text for some minutes, and dividing one into a series",
  startPreview: "starting an audio preview",
  hearVoice: "hearing voices, single lines and readings",
  changePronunciations: "changes of the member's dictionary",
  creationForm: "forms of the creation pages, all together",
  checkUserId: "checking whether a user id is free",
  changeProfile: "changing the profile",
  uploadPicture: "picture uploads",
  exportAccount: "exports, one at a time",
  drawCover: "PNG covers that have to be drawn",
  readSitemap: "sitemaps (`/sitemap.xml`, `/sitemaps/…`)",
  readFeed: "podcast feeds (`…/feed.xml`)",
  verifySound: "files sent to `/verify`",
  verifyLink: "links asked about at `/verify`",
  addCategory: "new categories",
  follow: "follow and unfollow",
  like: "like and unlike",
  bookmark: "putting a track into a playlist, or taking it out",
  reorder: "changes of a playlist's order",
  changePlaylists: "making, changing and deleting playlists",
  listen: "entries into the listening history",
  deleteHistory: "deleting from the listening history",
  readNotifications: "marking notifications as read",
  downloadAudio: "downloading tracks to a device",
  checkDownloads: "checking whether downloads may still be played",
  contact: "messages by the contact form",
  report: "reports of tracks, members and playlists",
  objection: "objections",
  followObjection: "answers in an objection's case, and appeals",
  startPayment: "beginning a purchase of premium",
  confirmPayment: "asking what became of a payment",
  changeSubscription: "pausing, resuming or cancelling premium, opening the portal",
  subscribeToPush: "subscribing a device to push messages, or ending it",
  testPush: "test notifications",
  postForm: "any form that has no limit of its own, all together",
  reportFromBrowser: "reports of browsers (`/browser-reports`)",
  adminPassword: "the console: logins by password or passkey, and questions for the password",
  adminCode: "the console: codes of the app of one operator",
  startPasskeySignIn: "the console: questions for a passkey",
  joinConsole: "the console: joining by a link",
  uploadAudio: "the console: audio uploads",
  generateContent: "the console: starting generations",
  extractThemes: "the console: looking for themes in a video",
  alertsForm: "the console: changes of alerts and webhooks",
} satisfies Record<keyof typeof rateLimits, string>;

const limits: Record<string, RateLimit> = rateLimits;

const windows = new Map([
  [60, "a minute"],
  [600, "in 10 minutes"],
  [3600, "an hour"],
]);

/** How often what may be done. */
export function limitsTable(): string {
  const rows = Object.entries(counted).flatMap(([name, what]) => {
    const limit = limits[name];
    if (!limit) return [];
    const often = `${limit.max.toLocaleString("en")} ${windows.get(limit.windowS) ?? `in ${limit.windowS} s`}`;
    return [`| ${what} | ${often} | ${name === "adminCode" ? "operator" : limit.per} |`];
  });
  return ["| what | at most | by |", "| --- | --- | --- |", ...rows].join("\n");
}
