import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { maxUnits } from "#app/lib/characters.ts";
import { asRecord, fetchJson, readError } from "#app/lib/fetch-json.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { emptyReplyMessage, failureMessage, maxQuestionLength } from "../chat.ts";
import { AnswerText } from "./answer-text.tsx";

interface ChatDialogProps {
  open: boolean;
  onClose: () => void;
}

export function ChatDialog({ open, onClose }: ChatDialogProps) {
  const { messages, isWaiting, send } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new message
  useEffect(() => {
    log.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [messages, isWaiting]);
  const sendTyped = () => {
    if (field.current && send(field.current.value)) field.current.value = "";
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    // Enter while composing (keyCode 229 in Safari) confirms the input method's conversion.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    sendTyped();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendTyped();
    field.current?.focus();
  };
  return (
    <Dialog open={open} onClose={onClose} title="AIサポート">
      <div
        ref={log}
        role="log"
        aria-label="やりとり"
        aria-busy={isWaiting}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        // Positioned: else the speakers' hidden names would lie outside and make the dialog scroll.
        className="relative max-h-[50dvh] min-h-40 space-y-3 overflow-y-auto rounded-card text-sm leading-[1.7]"
      >
        <Bubble from="support">
          <p>
            こんにちは。使い方、料金、アカウントのことなど、よくある質問と規約の文章からお答えします。個人情報は書かないでください。
          </p>
        </Bubble>
        {messages.map(({ id, from, text }) => (
          <Bubble key={id} from={from}>
            {from === "support" ? (
              <AnswerText text={text} onFollow={onClose} />
            ) : (
              <p className="whitespace-pre-wrap">{text}</p>
            )}
          </Bubble>
        ))}
        {isWaiting && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            回答を考えています
          </p>
        )}
      </div>
      <form onSubmit={submit} className="flex items-end gap-2 pt-4">
        <label className="min-w-0 flex-1">
          <span className="sr-only">質問</span>
          <textarea
            ref={field}
            name="message"
            rows={1}
            maxLength={maxUnits(maxQuestionLength)}
            enterKeyHint="send"
            autoComplete="off"
            placeholder="例：解約するには？"
            onKeyDown={submitOnEnter}
            className="field-sizing-content block max-h-32 min-h-12 w-full resize-none rounded-card border border-line-strong bg-surface px-4 py-2.5 text-base placeholder:text-muted placeholder:opacity-80 focus:border-accent"
          />
        </label>
        <IconButton
          type="submit"
          icon="up"
          label="質問を送る"
          aria-disabled={isWaiting || undefined}
          className="size-12! bg-accent text-on-accent! hover:bg-accent-strong aria-disabled:opacity-40"
        />
      </form>
    </Dialog>
  );
}

function Bubble({ from, children }: { from: "user" | "support"; children: React.ReactNode }) {
  const isOwn = from === "user";
  return (
    <div className={isOwn ? "flex justify-end pl-10" : "flex pr-6"}>
      <div className={`min-w-0 rounded-card px-4 py-3 ${isOwn ? "bg-voice-b-tint" : "bg-voice-a-tint"}`}>
        <span className="sr-only">{isOwn ? "あなた：" : "AIサポート："}</span>
        {children}
      </div>
    </div>
  );
}

interface ChatMessage {
  id: number;
  from: "user" | "support";
  text: string;
}

interface Chat {
  messages: readonly ChatMessage[];
  isWaiting: boolean;
  /** False when the question is blank or an answer is pending. */
  send(message: string): boolean;
}

function useChat(): Chat {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isWaiting, setIsWaiting] = useState(false);
  const abort = useRef(new AbortController());
  const isPending = useRef(false);
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current.abort();
  }, []);
  const add = (from: ChatMessage["from"], text: string) =>
    setMessages((last) => [...last, { id: last.length, from, text }]);
  return {
    messages,
    isWaiting,
    send(typed) {
      const message = typed.trim();
      if (message === "" || isPending.current) return false;
      isPending.current = true;
      setIsWaiting(true);
      add("user", message);
      const { signal } = abort.current;
      void fetchReply(message, signal).then((reply) => {
        if (signal.aborted) return;
        isPending.current = false;
        setIsWaiting(false);
        add("support", reply);
      });
      return true;
    },
  };
}

async function fetchReply(message: string, signal: AbortSignal): Promise<string> {
  const json = { message, context: "customer_support" };
  const { ok, status, body } = await fetchJson("POST", "/api/ai-chat", { json, signal });
  // 4xx: the server's message, for example a rate limit.
  if (!ok) return (status < 500 && readError(body).error) || failureMessage;
  const { response } = asRecord(body);
  return (typeof response === "string" && response.trim()) || emptyReplyMessage;
}
