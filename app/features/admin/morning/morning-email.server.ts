import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { addDays } from "#app/features/statistics/days.ts";
import type { Metric } from "#app/features/statistics/metrics.ts";
import { readStatistics } from "#app/features/statistics/read-statistics.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { findAttention } from "../overview/attention.server.ts";

/** Row of `settings` that exists while the email is wanted: the day (YYYY-MM-DD, Asia/Tokyo) for which it was last sent. */
const key = "morning_email";

/** In Asia/Tokyo. */
export const morningHour = 7;
/** A server that was off all morning no longer sends it. */
const lastHour = 12;

export async function isMorningEmailOn(): Promise<boolean> {
  return (await sentFor()) !== undefined;
}

async function sentFor(): Promise<string | undefined> {
  const [row] = await primary.select().from(settings).where(eq(settings.key, key));
  return row?.value;
}

/** From the next morning on. */
export async function setMorningEmail(options: { actor: Actor; isOn: boolean; now?: Date }): Promise<void> {
  const { actor, isOn, now = new Date() } = options;
  await write(async (tx) => {
    const changed = isOn
      ? await tx
          .insert(settings)
          .values({ key, value: tokyoDay(now) })
          .onConflictDoNothing()
          .returning({ key: settings.key })
      : await tx.delete(settings).where(eq(settings.key, key)).returning({ key: settings.key });
    if (changed.length === 0) return;
    const target = { type: "settings", id: key } as const;
    await recordAudit(tx, { actor, action: "settings.morning-email", target, after: { isOn }, now });
  });
}

const numbers: readonly [label: string, metric: Metric, unit: string, per: number][] = [
  ["入会", "members_joined", "人", 1],
  ["再生", "plays", "回", 1],
  ["会員が聴いた時間", "listening_seconds", "分", 60],
  ["新しい音声", "tracks_published", "本", 1],
  ["生成の失敗", "generations_failed", "回", 1],
  ["プレミアムの開始", "premium_started", "人", 1],
];

const tokyoHour = (at: Date) => (at.getUTCHours() + 9) % 24;

/** Prevents a second email: its transaction marks the day. Returns whether it was sent. */
export async function sendMorningEmail(now = new Date()): Promise<boolean> {
  const { SUPPORT_EMAIL: to } = environment();
  const hour = tokyoHour(now);
  if (!to || hour < morningHour || hour >= lastHour) return false;
  const [last, today] = [await sentFor(), tokyoDay(now)];
  if (last === undefined || last >= today) return false;
  const day = addDays(today, -1);
  const { days } = await readStatistics({ lastDay: day, length: 1 });
  const lines = numbers.map(([label, metric, unit, per]) => {
    const value = Math.round((days[0]?.values.get(metric) ?? 0) / per);
    return `${label}\t${value.toLocaleString("ja-JP")}${unit}`;
  });
  const waiting = (await findAttention(now)).map(
    ({ label, count, isMore, oldest }) =>
      `${label}\t${count.toLocaleString("ja-JP")}件${isMore ? "以上" : ""}（いちばん古いもの：${oldest}）`,
  );
  return write(async (tx) => {
    // Another process may have been faster.
    const marked = await tx
      .update(settings)
      .set({ value: today })
      .where(and(eq(settings.key, key), eq(settings.value, last)))
      .returning({ key: settings.key });
    if (marked.length === 0) return false;
    const values = { day, numbers: lines.join("\n"), waiting: waiting.join("\n") };
    await sendEmail(tx, { to, template: "morning", values, now });
    return true;
  });
}
