import { sessionDays } from "../accounts/session.server.ts";
import { signInAttemptS } from "../accounts/sign-in-attempts.server.ts";
import { keptMonths } from "../consent/remove-old-consents.server.ts";
import { lifetimes } from "../creation/audio-task.ts";
import { dailyLimits } from "../creation/daily-limits.ts";
import { sourceTextLimit } from "../creation/source-text.ts";
import { codesEach } from "../invitations/list-my-invitations.server.ts";
import { pauseMs } from "../listening/count-rules.ts";
import { letterDays } from "../mail/remove-old-letters.server.ts";
import { keptDays } from "../notifications/remove-old-notifications.server.ts";
import { largestPicture } from "../pictures/picture-messages.ts";
import { playlistLimits } from "../playlists/playlist-limit.ts";
import { premiumTerms } from "../premium/premium-terms.ts";

const hourMs = 60 * 60 * 1000;

/** What help and legal texts say in figures, taken from the rules themselves. */
export const facts = {
  price: `月額${premiumTerms.price}円（税込）`,
  pauseDays: `${premiumTerms.pauseDays}日間`,
  cancelBefore: `${premiumTerms.cancelHours}時間前`,
  trial: `${premiumTerms.trialHours}時間`,
  dailyFree: `1日${dailyLimits.free}回`,
  dailyPremium: `1日${dailyLimits.premium}回`,
  playlistsFree: `${playlistLimits.free}個`,
  playlistsPremium: `${playlistLimits.premium}個`,
  textLimit: `${sourceTextLimit.toLocaleString("ja-JP")}文字`,
  invitations: `${codesEach}つ`,
  previewLife: `${lifetimes.previewMs / hourMs}時間`,
  scriptLife: `${lifetimes.scriptMs / hourMs}時間`,
  sessionLife: `${sessionDays}日`,
  signInLife: `${signInAttemptS / 60}分`,
  consentLife: `${keptMonths}か月`,
  countLife: `${Math.max(...Object.values(pauseMs)) / hourMs}時間`,
  notificationLife: `${keptDays}日`,
  letterLife: `${letterDays}日`,
  playPause: `${pauseMs.play / (hourMs / 60)}分`,
  pictureLimit: `${largestPicture / (1024 * 1024)}MB`,
} as const;
