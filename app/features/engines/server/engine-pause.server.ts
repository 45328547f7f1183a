import { environment } from "#app/config/environment.ts";
import { LimitReached, Unavailable } from "#app/features/domain-error.ts";
import { secondsUntilTokyoMidnight } from "#app/lib/tokyo-day.ts";
import { findCircuitOpening } from "./engine-circuit.server.ts";
import { findUsedUpBudget } from "./engine-usage.server.ts";

/** Why no script can be written for a member at the moment. */
interface EnginePause {
  kind: "broken" | "site-budget" | "member-budget";
  /** Japanese, for the member. */
  message: string;
  /** Seconds after which another attempt makes sense. */
  retryAfter: number;
}

/** Why the script engine would not work for a member now; null while it does. */
export async function findScriptPause(userId: string, now: Date = new Date()): Promise<EnginePause | null> {
  const { SCRIPT_ENGINE: engine } = environment();
  if (engine === "local") return null;
  const [until, budget] = await Promise.all([
    findCircuitOpening(engine, now),
    findUsedUpBudget({ engine, userId }, now),
  ]);
  if (until) {
    const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
    const minutes = Math.ceil(retryAfter / 60);
    const message = `台本をつくるAIサービスから、いま応答がありません。およそ${minutes}分後に、もう一度お試しください。`;
    return { kind: "broken", message, retryAfter };
  }
  if (budget === null) return null;
  const retryAfter = secondsUntilTokyoMidnight(now);
  return budget === "member"
    ? {
        kind: "member-budget",
        message: "今日は台本をたくさんつくりました。続きは明日お試しください。",
        retryAfter,
      }
    : {
        kind: "site-budget",
        message: "台本をつくるAIサービスの、今日の利用上限に達しています。明日、もう一度お試しください。",
        retryAfter,
      };
}

/** Throws `Unavailable` or `LimitReached` while the script engine would not work for a member. */
export async function requireScriptEngine(userId: string): Promise<void> {
  const pause = await findScriptPause(userId);
  if (!pause) return;
  if (pause.kind === "broken") throw new Unavailable(pause.message, pause.retryAfter);
  throw new LimitReached(pause.message, pause.retryAfter);
}
