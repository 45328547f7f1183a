import { type ChatEngine, emptyReplyMessage } from "../chat.ts";
import { createLocalChatEngine } from "./local-chat-engine.server.ts";

/**
 * The support chat's answer to a question (1–1,000 characters, trimmed), never empty. Nothing is stored. Throws the
 * engine's errors, and the signal's reason when aborted.
 */
export async function answerQuestion(options: { message: string; signal: AbortSignal }): Promise<string> {
  const answer = await chatEngine().answer(options);
  return answer.trim() || emptyReplyMessage;
}

let engine: ChatEngine | undefined;

function chatEngine(): ChatEngine {
  engine ??= createLocalChatEngine();
  return engine;
}
