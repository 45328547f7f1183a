import { emptyReplyText } from "../chat-messages.ts";
import { chatEngine } from "./choose-chat-engine.server.ts";

/**
 * The support chat's answer to a question (1–1,000 characters, trimmed), never empty. Nothing is stored. Throws what the
 * engine throws, and the signal's reason.
 */
export async function answerQuestion(options: { message: string; signal: AbortSignal }): Promise<string> {
  const answer = await chatEngine().answer(options);
  return answer.trim() || emptyReplyText;
}
