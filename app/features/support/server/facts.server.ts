import { sessionDays } from "#app/features/accounts/server/session.server.ts";
import { signInAttemptS } from "#app/features/accounts/server/sign-in-attempts.server.ts";
import { keptMonths } from "#app/features/consent/server/remove-old-consents.server.ts";
import { lifetimes } from "#app/features/creation/audio-task.ts";
import { dailyLimits } from "#app/features/creation/daily-limits.ts";
import { sourceTextLimit } from "#app/features/creation/source-text.ts";
import { codesEach } from "#app/features/invitations/server/list-my-invitations.server.ts";
import { pauseMs } from "#app/features/listening/count-rules.ts";
import { letterDays } from "#app/features/mail/server/remove-old-letters.server.ts";
import { keptDays } from "#app/features/notifications/server/remove-old-notifications.server.ts";
import { largestPicture } from "#app/features/pictures/picture-messages.ts";
import { playlistLimits } from "#app/features/playlists/playlist-limit.ts";
import { premiumTerms } from "#app/features/premium/premium-terms.ts";

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
