import { environment } from "#app/config/environment.ts";
import { LimitReached, Unavailable } from "#app/features/domain-error.ts";
import { secondsUntilTokyoMidnight } from "#app/lib/tokyo-day.ts";
import { findOpenCircuit } from "./provider-circuit.server.ts";
import { findUsedUpBudget } from "./provider-usage.server.ts";

/** No script can be written or spoken for the member now. */
interface EnginePause {
  kind: "broken" | "site-budget" | "member-budget";
  message: string;
  /** Seconds after which another attempt makes sense. */
  retryAfter: number;
}

const engineWords = { script: "台本", speech: "音声" } as const;

/** As budgets and circuits name it; null for an engine of this program. */
function serviceBehind(purpose: keyof typeof engineWords): string | null {
  const { SCRIPT_ENGINE, SPEECH_ENGINE } = environment();
  if (purpose === "script") return SCRIPT_ENGINE === "local" ? null : SCRIPT_ENGINE;
  if (SPEECH_ENGINE === "voicevox") return SPEECH_ENGINE;
  return SPEECH_ENGINE === "openai" || SPEECH_ENGINE === "gemini" ? `${SPEECH_ENGINE}-speech` : null;
}

/** Null while the engine works for the member. */
export async function findEnginePause(
  purpose: keyof typeof engineWords,
  userId: string,
): Promise<EnginePause | null> {
  const engine = serviceBehind(purpose);
  const made = engineWords[purpose];
  const now = new Date();
  if (engine === null) return null;
  const [opening, budget] = await Promise.all([
    findOpenCircuit(engine, now),
    findUsedUpBudget({ engine, userId }, now),
  ]);
  if (opening) {
    const retryAfter = Math.max(1, Math.ceil((opening.until.getTime() - now.getTime()) / 1000));
    const minutes = Math.ceil(retryAfter / 60);
    const message = opening.isPermanent
      ? `${made}を作るAIサービスが、いま使えません。運営が設定を直すまで、お待ちください。`
      : `${made}を作るAIサービスから、いま応答がありません。およそ${minutes}分後に、もう一度お試しください。`;
    return { kind: "broken", message, retryAfter };
  }
  if (budget === null) return null;
  const retryAfter = secondsUntilTokyoMidnight(now);
  return budget === "member"
    ? {
        kind: "member-budget",
        message: `今日は${made}をたくさん作りました。続きは明日お試しください。`,
        retryAfter,
      }
    : {
        kind: "site-budget",
        message: `${made}を作るAIサービスの、今日の利用上限に達しています。明日、もう一度お試しください。`,
        retryAfter,
      };
}

/** Throws `Unavailable` or `LimitReached` while the engine does not work for the member. */
export async function requireEngine(purpose: keyof typeof engineWords, userId: string): Promise<void> {
  const pause = await findEnginePause(purpose, userId);
  if (!pause) return;
  if (pause.kind === "broken") throw new Unavailable(pause.message, pause.retryAfter);
  throw new LimitReached(pause.message, pause.retryAfter);
}
