import { type ChatEngine, type ChatQuestion, emptyReplyMessage } from "../chat.ts";

let create: (() => ChatEngine) | undefined;
let engine: ChatEngine | undefined;

/** Says how the engine that answers questions is made; called once at start. */
export function registerChatEngine(createEngine: () => ChatEngine): void {
  create = createEngine;
  engine = undefined;
}

/**
 * The support chat's answer to a question of 1–1,000 characters, never empty. Nothing is stored. Throws the engine's errors,
 * and the signal's reason when aborted.
 */
export async function answerQuestion(question: ChatQuestion): Promise<string> {
  engine ??= create?.();
  if (!engine) throw new Error("no chat engine is registered");
  const answer = await engine.answer(question);
  return answer.trim() || emptyReplyMessage;
}
