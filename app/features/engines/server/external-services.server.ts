import { environment } from "#app/config/environment.ts";
import { isOwnNetwork } from "#app/config/url-safety.ts";
import type { EnginePurpose } from "../engines.ts";

/** Somebody else's service to which an engine of this installation sends what people write. */
export interface ExternalService {
  purpose: EnginePurpose;
  /** For people: 「Google（Gemini API）」, 「OpenAI」, or the host. */
  recipient: string;
  /** It searches the web for what it gets. */
  searches: boolean;
}

/** Where texts leave this installation, by purpose. Empty where all engines are local or in the operator's own network. */
export function externalServices(): ExternalService[] {
  const { SCRIPT_ENGINE, FACT_CHECK_ENGINE } = environment();
  const engines = [
    { purpose: "script" as const, engine: SCRIPT_ENGINE },
    { purpose: "fact-check" as const, engine: FACT_CHECK_ENGINE },
  ];
  return engines.flatMap(({ purpose, engine }) => {
    const recipient = recipientOf(engine);
    if (recipient === null) return [];
    return [{ purpose, recipient, searches: purpose === "fact-check" && engine === "gemini" }];
  });
}

/** Null for what stays in the own network. */
function recipientOf(engine: "local" | "gemini" | "openai"): string | null {
  const { GEMINI_BASE_URL, OPENAI_BASE_URL } = environment();
  if (engine === "local") return null;
  const { hostname } = new URL(engine === "gemini" ? GEMINI_BASE_URL : OPENAI_BASE_URL);
  if (isOwnNetwork(hostname)) return null;
  if (hostname.endsWith(".googleapis.com")) return "Google（Gemini API）";
  return hostname === "api.openai.com" ? "OpenAI" : hostname;
}

/** What a member is told before a text of theirs is sent; null where it stays here. */
export function sharingNotice(): string | null {
  const services = externalServices();
  const script = services.find(({ purpose }) => purpose === "script");
  const factCheck = services.find(({ purpose }) => purpose === "fact-check");
  const sentences = [
    script && `台本をつくるために、本文とタイトルを${script.recipient}に送ります。`,
    factCheck &&
      `ファクトチェックのために、台本を${factCheck.recipient}に送ります${factCheck.searches ? "（Google検索を使います）" : ""}。`,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? null : `${sentences.join("")}名前やメールアドレスは送りません。`;
}
