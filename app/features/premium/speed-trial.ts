import type { RootData } from "#app/features/site/root-data.ts";
import { premiumTerms } from "./premium.ts";

/** `pending`: the account is not approved. `unknown`: the page has no data of the viewer (no network). */
type SpeedTrial = "premium" | "running" | "available" | "used" | "visitor" | "pending" | "unknown";

/** `now`: epoch ms. */
export function speedTrialOf(
  root: Pick<RootData, "user" | "isMember" | "speedTrialEndsAt"> | undefined,
  now: number,
): SpeedTrial {
  if (!root) return "unknown";
  const { user, isMember, speedTrialEndsAt } = root;
  if (!user) return "visitor";
  if (user.isPremium) return "premium";
  if (!isMember) return "pending";
  if (speedTrialEndsAt === null) return "available";
  return Date.parse(speedTrialEndsAt) > now ? "running" : "used";
}

const hours = premiumTerms.trialHours;

export const speedTrialTexts: Record<SpeedTrial, string> = {
  premium: "プレミアム会員の方は、いつでも2.0倍速でお聴きいただけます。",
  running: "おためし中です。再生速度で2倍を選べます。おためしが終わると、2倍は自動で1.5倍に戻ります。",
  available: `一度だけ、${hours}時間無料でお試しいただけます。ボタンを押したときから${hours}時間です。終わると自動で1.5倍に戻り、料金はかかりません。`,
  used: `${hours}時間のおためしは終了しました。1.5倍までは、これからもお使いいただけます。`,
  visitor: `ログインすると、一度だけ${hours}時間無料でお試しいただけます。`,
  pending: "おためしは、アカウントが承認されるとお使いいただけます。",
  unknown:
    "いまはオフラインのため、ご利用いただけるか確認できません。つながってから、もう一度お試しください。",
};
