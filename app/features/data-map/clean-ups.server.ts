import { z } from "zod";
import { speechAgeDays } from "#app/features/creation/server/speech-cache.server.ts";
import { usageRetentionDays } from "#app/features/providers/server/provider-usage.server.ts";
import { facts } from "#app/features/support/articles/server/facts.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { readSetting, writeSetting } from "#db/settings.ts";
import { dataMap } from "./data-map.server.ts";

const kept = (table: string) => dataMap[table]?.kept ?? "";

/** Every 5 minutes. */
const frequent = {
  tasks: ["生成の記録、公開しなかった台本と試聴", kept("audio_tasks")],
  sessions: ["会員のログイン", kept("sessions")],
  adminSessions: ["管理画面のログイン", kept("admin_sessions")],
  signInAttempts: ["途中のログイン", kept("sign_in_attempts")],
  passkeyChallenges: ["途中のパスキーの確認", kept("passkey_challenges")],
  consents: ["Cookieの確認へのお答え", kept("consents")],
  playReceipts: ["重ねて数えないための印", kept("play_receipts")],
  sources: ["取り込んだ文章", kept("sources")],
  notifications: ["通知", kept("notifications")],
  emails: ["届かなかったメール", facts.emailRetention],
  objections: ["終わった申し立ての中身", kept("objections")],
  auditLog: ["操作の記録", kept("audit_log")],
  usage: ["AIサービスを使った回数", `${usageRetentionDays}日`],
  stripeEvents: ["Stripeからの知らせ", kept("stripe_events")],
  papers: ["申し込みの画面の写しと領収書", kept("orders")],
  reviews: ["決めたばかりのこと", kept("recent_reviews")],
} as const;

/** Once a day. */
const daily = { speech: ["読み上げた文の音", `${speechAgeDays}日`] } as const;

export type FrequentCleanUp = keyof typeof frequent;
type CleanUp = FrequentCleanUp | keyof typeof daily;

const runSchema = z.object({ at: z.number(), removed: z.number().nullable() });
const runsSchema = z.record(z.string(), runSchema);
const key = "clean_ups";

async function readRuns(): Promise<z.infer<typeof runsSchema>> {
  const stored = await readSetting(primary, key);
  return stored ? runsSchema.parse(JSON.parse(stored)) : {};
}

/** Runs each, whatever becomes of the others, and stores when and how many it removed: null after a failure, which is logged. */
export async function runCleanUps(
  removals: Partial<Record<CleanUp, () => Promise<number>>>,
  now: Date = new Date(),
): Promise<void> {
  const runs: z.infer<typeof runsSchema> = {};
  for (const [name, remove] of Object.entries(removals)) {
    const removed = await remove().catch((error: unknown) => {
      logger.error({ err: error, cleanUp: name }, "maintenance failed");
      return null;
    });
    runs[name] = { at: now.getTime(), removed };
  }
  const value = JSON.stringify({ ...(await readRuns()), ...runs });
  await write((tx) => writeSetting(tx, key, value));
}

export type CleanUpView = Awaited<ReturnType<typeof listCleanUps>>[number];

/** All of them, for the console; one that has not run yet says so. */
export async function listCleanUps() {
  const runs = await readRuns();
  const views = (all: Record<string, readonly [string, string]>, intervalMs: number) =>
    Object.entries(all).map(([name, [what, after]]) => {
      const run = runs[name];
      return {
        name,
        what,
        after,
        last: run ? formatDateTime(new Date(run.at)) : "まだ",
        removed: run ? (run.removed === null ? "失敗" : `${run.removed}件`) : "—",
        next: run ? formatDateTime(new Date(run.at + intervalMs)) : "起動のあと",
      };
    });
  return [...views(frequent, 5 * minuteMs), ...views(daily, dayMs)];
}
