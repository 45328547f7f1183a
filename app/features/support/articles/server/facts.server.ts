import { environment } from "#app/config/environment.ts";
import { maxSessionDays, sessionDays } from "#app/features/accounts/sessions/session.server.ts";
import { signInAttemptS } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { auditRetentionDays } from "#app/features/audit/record-audit.server.ts";
import { retentionMonths } from "#app/features/consent/server/record-consent.server.ts";
import { taskLifetimes } from "#app/features/creation/audio-task.ts";
import { maxTextLength } from "#app/features/creation/creation.ts";
import { codesPerMember } from "#app/features/invitations/server/list-invitations.server.ts";
import { recountAfterMs } from "#app/features/listening/listening.ts";
import { emailRetentionDays } from "#app/features/mail/failed-emails.server.ts";
import { notificationRetentionDays } from "#app/features/notifications/server/remove-notifications.server.ts";
import { objectionRetentionDays } from "#app/features/objections/objection.ts";
import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { adFreeExplanation } from "#app/features/premium/ad-free.ts";
import { dailyGenerationLimits, playlistLimits, premiumTerms } from "#app/features/premium/premium.ts";
import { paymentRecordMonths } from "#app/features/premium/subscription/receipts/receipts.server.ts";
import type { ExternalService } from "#app/features/providers/server/external-services.server.ts";
import { excerptMs } from "#app/features/tracks/excerpt.ts";
import { hourMs } from "#app/lib/time-units.ts";

/** From the constants that the program applies, so that texts can't differ from it. */
export const facts = {
  price: `月額${premiumTerms.price}円（税込）`,
  priceOfYear: `${(12 * premiumTerms.price).toLocaleString("ja-JP")}円（税込）`,
  pauseDays: `${premiumTerms.pauseDays}日間`,
  reminderBefore: `${premiumTerms.reminderDays}日前`,
  cancelBefore: `${premiumTerms.cancelHours}時間前`,
  adFree: adFreeExplanation,
  excerpt: `${excerptMs / 1000}秒`,
  trial: `${premiumTerms.trialHours}時間`,
  dailyFree: `1日${dailyGenerationLimits.free}回`,
  dailyPremium: `1日${dailyGenerationLimits.premium}回`,
  playlistsFree: `${playlistLimits.free}個`,
  playlistsPremium: `${playlistLimits.premium}個`,
  textLimit: `${maxTextLength.toLocaleString("ja-JP")}文字`,
  invitations: `${codesPerMember}つ`,
  previewLifetime: `${taskLifetimes.previewMs / hourMs}時間`,
  scriptLifetime: `${taskLifetimes.scriptMs / hourMs}時間`,
  sessionLifetime: `${sessionDays}日`,
  maxSessionLifetime: `${maxSessionDays}日`,
  signInLifetime: `${signInAttemptS / 60}分`,
  consentRetention: `${retentionMonths}か月`,
  maxRecountAfter: `${Math.max(...Object.values(recountAfterMs)) / hourMs}時間`,
  notificationRetention: `${notificationRetentionDays}日`,
  emailRetention: `${emailRetentionDays}日`,
  objectionRetention: `${objectionRetentionDays / 365}年`,
  orderRetention: `${Math.floor(paymentRecordMonths / 12)}年${paymentRecordMonths % 12}か月`,
  auditRetention: `${auditRetentionDays / 365}年`,
  playRecountAfter: `${recountAfterMs.play / (hourMs / 60)}分`,
  pictureLimit: `${maxPictureBytes / (1024 * 1024)}MB`,
} as const;

export interface Operator {
  name: string | null;
  representative: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  court: string | null;
  /** In years; null for minors with their guardians' consent. */
  minimumAge: number | null;
}

/** In Japan, nobody's consent is needed from this age on. */
const majority = 18;

export const needsConsent = ({ minimumAge }: Pick<Operator, "minimumAge">): boolean =>
  minimumAge === null || minimumAge < majority;

/** `consentTo`: what a minor's guardian consents to. */
export function ageRule({ minimumAge }: Pick<Operator, "minimumAge">, consentTo: string): string {
  const consent = (who: string) => `${who}の方は、親権者などの法定代理人の同意を得て${consentTo}ください。`;
  if (minimumAge === null) return consent("未成年");
  const rule = `${minimumAge}歳未満の方は、本サービスに登録できません。`;
  return needsConsent({ minimumAge }) ? rule + consent(`${minimumAge}歳以上の未成年`) : rule;
}

/** What a newcomer says of their age, by the rule of the terms (`ageRule`). */
export function ageStatement({ minimumAge }: Pick<Operator, "minimumAge">): string {
  const consent = "未成年の場合は、親権者などの法定代理人の同意を得ています";
  if (minimumAge === null) return consent;
  return needsConsent({ minimumAge }) ? `${minimumAge}歳以上で、${consent}` : `${minimumAge}歳以上です`;
}

export function configuredOperator(): Operator {
  const settings = environment();
  return {
    name: settings.OPERATOR_NAME ?? null,
    representative: settings.OPERATOR_REPRESENTATIVE ?? null,
    address: settings.OPERATOR_ADDRESS ?? null,
    phone: settings.OPERATOR_PHONE ?? null,
    email: settings.SUPPORT_EMAIL ?? null,
    court: settings.OPERATOR_COURT ?? null,
    minimumAge: settings.MINIMUM_AGE ?? null,
  };
}

/** What a service of a kind does and gets. */
export const serviceUses: Record<ExternalService["purpose"], { work: string; sent: string }> = {
  script: { work: "台本の作成", sent: "入力した本文とタイトル、台本、ファクトチェックの指摘" },
  "fact-check": { work: "ファクトチェック", sent: "台本" },
  speech: { work: "読み上げ", sent: "台本" },
  chat: { work: "AIサポートチャット", sent: "質問" },
  "harm-check": { work: "投稿の内容の確認", sent: "タイトル、話し手の名前、台本" },
};
