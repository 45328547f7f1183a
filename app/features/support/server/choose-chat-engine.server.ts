import type { ChatEngine } from "../chat-engine.ts";
import { createLocalChatEngine } from "./local-chat-engine.server.ts";

let engine: ChatEngine | undefined;

/** The engine of this installation's support chat. */
export function chatEngine(): ChatEngine {
  engine ??= createLocalChatEngine();
  return engine;
}
