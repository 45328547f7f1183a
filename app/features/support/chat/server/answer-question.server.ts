import { environment } from "#app/config/environment.ts";
import type { ChatQuestion } from "#app/engines/chat/chat-engine.ts";
import { createLocalChatEngine, type LocalChatEngine } from "#app/engines/chat/local-chat-engine.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { logger } from "#app/logger.server.ts";
import { emptyReplyMessage } from "../chat.ts";
import { supportPassages } from "./support-passages.server.ts";

interface MembersQuestion extends ChatQuestion {
  userId: string | null;
}

let local: LocalChatEngine | undefined;

/** Never empty; nothing is stored. Throws the signal's reason when aborted. */
export async function answerQuestion(question: MembersQuestion): Promise<string> {
  local ??= createLocalChatEngine(supportPassages());
  const answer = (await answerByModel(question, local)) ?? (await local.answer(question));
  return answer.trim() || emptyReplyMessage;
}

/** Null without a working language model with budget left: the local engine answers then, from the same texts. */
async function answerByModel(
  { userId, ...question }: MembersQuestion,
  { search }: LocalChatEngine,
): Promise<string | null> {
  const engine = environment().CHAT_ENGINE;
  if (engine === "local") return null;
  try {
    const [{ languageModel }, { createLanguageModelChatEngine }] = await Promise.all([
      import("#app/engines/providers/choose-language-model.ts"),
      import("#app/engines/chat/language-model-chat-engine.ts"),
    ]);
    const access = providerAccess({ userId, taskId: null });
    const model = languageModel(engine, { purpose: "chat", access });
    return await createLanguageModelChatEngine({ model, search }).answer(question);
  } catch (error) {
    question.signal.throwIfAborted();
    logger.warn({ err: error, engine }, "the chat's language model did not answer");
    return null;
  }
}
