import { environment } from "#app/config/environment.ts";
import { isOwnNetwork } from "#app/config/url-safety.ts";
import type { EnginePurpose } from "#app/engines/providers/provider-access.ts";

export interface ExternalService {
  purpose: EnginePurpose;
  /** For people: 「Google（Gemini API）」, 「OpenAI」, or the host. */
  recipient: string;
  searches: boolean;
}

/** Empty where all engines are local or in the operator's own network. */
export function externalServices(): ExternalService[] {
  const { SCRIPT_ENGINE, FACT_CHECK_ENGINE, SPEECH_ENGINE, CHAT_ENGINE } = environment();
  const engines = [
    { purpose: "script" as const, address: addressOfModel(SCRIPT_ENGINE) },
    { purpose: "fact-check" as const, address: addressOfModel(FACT_CHECK_ENGINE) },
    { purpose: "speech" as const, address: addressOfSpeech(SPEECH_ENGINE) },
    { purpose: "chat" as const, address: addressOfModel(CHAT_ENGINE) },
    { purpose: "harm-check" as const, address: addressOfModel(harmEngine()) },
  ];
  return engines.flatMap(({ purpose, address }) => {
    const recipient = address === null ? null : recipientAt(address);
    if (recipient === null) return [];
    return [{ purpose, recipient, searches: purpose === "fact-check" && FACT_CHECK_ENGINE === "gemini" }];
  });
}

/** Judges what is about to be published. It is the language model that has had the text already. */
export function harmEngine(): ReturnType<typeof environment>["SCRIPT_ENGINE"] {
  const { SCRIPT_ENGINE, FACT_CHECK_ENGINE } = environment();
  return SCRIPT_ENGINE === "local" ? FACT_CHECK_ENGINE : SCRIPT_ENGINE;
}

/** Null for what works inside this program. */
function addressOfModel(engine: "local" | "gemini" | "openai"): string | null {
  const { GEMINI_BASE_URL, OPENAI_BASE_URL } = environment();
  if (engine === "local") return null;
  return engine === "gemini" ? GEMINI_BASE_URL : OPENAI_BASE_URL;
}

function addressOfSpeech(engine: ReturnType<typeof environment>["SPEECH_ENGINE"]): string | null {
  const { VOICEVOX_URL, OPENAI_SPEECH_URL, OPENAI_BASE_URL, GEMINI_BASE_URL } = environment();
  if (engine === "gemini") return GEMINI_BASE_URL;
  if (engine === "voicevox") return VOICEVOX_URL;
  return engine === "openai" ? (OPENAI_SPEECH_URL ?? OPENAI_BASE_URL) : null;
}

/** Null for what stays in the own network. */
function recipientAt(address: string): string | null {
  const { hostname } = new URL(address);
  if (isOwnNetwork(hostname)) return null;
  if (hostname.endsWith(".googleapis.com")) return "Google（Gemini API）";
  return hostname === "api.openai.com" ? "OpenAI" : hostname;
}

/** Tells a member before a text of theirs is sent; null where it stays here. */
export function sharingNotice(): string | null {
  const services = externalServices();
  const script = services.find(({ purpose }) => purpose === "script");
  const factCheck = services.find(({ purpose }) => purpose === "fact-check");
  const speech = services.find(({ purpose }) => purpose === "speech");
  const harmCheck = services.find(({ purpose }) => purpose === "harm-check");
  const sentences = [
    script && `台本を作るために、本文とタイトルを${script.recipient}に送ります。`,
    factCheck &&
      `ファクトチェックのために、台本を${factCheck.recipient}に送ります${factCheck.searches ? "（Google検索を使います）" : ""}。`,
    speech && `音声にするときは、台本を${speech.recipient}に送ります。`,
    harmCheck &&
      `投稿するときは、内容の確認のために、タイトル、話し手の名前、台本を${harmCheck.recipient}に送ります。`,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? null : `${sentences.join("")}名前やメールアドレスは送りません。`;
}
