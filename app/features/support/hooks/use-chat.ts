import { useEffect, useRef, useState } from "react";
import { askServer, asRecord, refusalOf } from "#app/lib/ask-server.ts";
import { emptyReplyText, failureText } from "../chat-messages.ts";

export interface ChatMessage {
  id: number;
  from: "person" | "support";
  text: string;
}

interface Chat {
  messages: readonly ChatMessage[];
  isWaiting: boolean;
  /** Sends a question; false when it is blank or another one is waited for. */
  send(message: string): boolean;
}

/** A talk with the support, one question at a time (spec 2 §5, "Chat"). */
export function useChat(): Chat {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isWaiting, setIsWaiting] = useState(false);
  const leaving = useRef(new AbortController());
  const waiting = useRef(false);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const add = (from: ChatMessage["from"], text: string) =>
    setMessages((last) => [...last, { id: last.length, from, text }]);
  return {
    messages,
    isWaiting,
    send(typed) {
      const message = typed.trim();
      if (message === "" || waiting.current) return false;
      waiting.current = true;
      setIsWaiting(true);
      add("person", message);
      const { signal } = leaving.current;
      void replyTo(message, signal).then((reply) => {
        if (signal.aborted) return;
        waiting.current = false;
        setIsWaiting(false);
        add("support", reply);
      });
      return true;
    },
  };
}

async function replyTo(message: string, signal: AbortSignal): Promise<string> {
  const json = { message, context: "customer_support" };
  const { ok, status, body } = await askServer("POST", "/api/ai-chat", { json, signal });
  // What was asked too often or too long is said in the server's words.
  if (!ok) return (status < 500 && refusalOf(body).error) || failureText;
  const { response } = asRecord(body);
  return (typeof response === "string" && response.trim()) || emptyReplyText;
}
