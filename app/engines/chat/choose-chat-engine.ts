import { environment } from "#app/config/environment.ts";
import type { ChatEngine } from "#app/features/support/chat/chat.ts";
import { logger } from "#app/logger.server.ts";
import { createLanguageModelChatEngine } from "./language-model-chat-engine.ts";
import { createLocalChatEngine } from "./local-chat-engine.ts";

/**
 * The chat engine that the settings ask for. While a language model fails, its budget is used up or its circuit open, the
 * local engine answers: from the same texts, and with the same sources.
 */
export function chooseChatEngine(): ChatEngine {
  const engine = environment().CHAT_ENGINE;
  const local = createLocalChatEngine();
  if (engine === "local") return local;
  const model = createLanguageModelChatEngine(async (caller) => {
    const { languageModel } = await import("#app/engines/providers/choose-language-model.ts");
    return languageModel(engine, { purpose: "chat", caller });
  });
  return {
    name: engine,
    async answer(question) {
      try {
        return await model.answer(question);
      } catch (error) {
        question.signal.throwIfAborted();
        logger.warn({ err: error, engine }, "the chat's language model did not answer");
        return local.answer(question);
      }
    },
  };
}
