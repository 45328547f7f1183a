import { environment } from "#app/config/environment.ts";
import { createGeminiTransport } from "./gemini.ts";
import { createLanguageModel, type LanguageModel, type ModelTransport } from "./language-model.ts";
import { createOpenaiTransport } from "./openai.ts";
import type { EnginePurpose, ProviderAccess } from "./provider-access.ts";

const transports = new Map<string, ModelTransport>();

function openTransport(engine: "gemini" | "openai"): ModelTransport {
  const settings = environment();
  return engine === "gemini"
    ? createGeminiTransport({
        apiKey: settings.GEMINI_API_KEY ?? "",
        baseUrl: settings.GEMINI_BASE_URL,
        model: settings.GEMINI_MODEL,
      })
    : createOpenaiTransport({
        apiKey: settings.OPENAI_API_KEY,
        baseUrl: settings.OPENAI_BASE_URL,
        model: settings.OPENAI_MODEL ?? "",
      });
}

export function languageModel(
  engine: "gemini" | "openai",
  o: { purpose: EnginePurpose; access: ProviderAccess },
): LanguageModel {
  const transport = transports.get(engine) ?? openTransport(engine);
  transports.set(engine, transport);
  return createLanguageModel(transport, o);
}
