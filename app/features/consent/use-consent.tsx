import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { Consent } from "./consent.ts";

/** The fields of a form to `/consent`: an answer, or `ask` to open the banner again. */
export interface ConsentFields {
  choice: "all" | "essential" | "custom" | "ask";
  analytics?: boolean;
}

interface ConsentState {
  /** Shown before the server confirms it; null when unknown. */
  consent: Consent | null;
  reopenCount: number;
  answer(fields: ConsentFields): void;
}

const ConsentContext = createContext<ConsentState | null>(null);

export function useConsent(): ConsentState {
  const state = useContext(ConsentContext);
  if (!state) throw new Error("useConsent needs a ConsentProvider above it");
  return state;
}

function consentOfFields({ choice, analytics }: ConsentFields): Consent {
  if (choice === "ask") return "undecided";
  return choice === "all" || (choice === "custom" && analytics) ? "all" : "essential";
}

/** Shares one answer between banner, menu entry and analytics. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const loaded = useRootData()?.consent ?? null;
  const [answered, setAnswered] = useState<Consent | null>(null);
  const [reopenCount, setReopenCount] = useState(0);
  const { show } = useToast();
  const lastRequest = useRef(0);
  const saved = useRef<Consent | null>(null);
  const answer = useCallback(
    (fields: ConsentFields) => {
      const request = ++lastRequest.current;
      setAnswered(consentOfFields(fields));
      if (fields.choice === "ask") setReopenCount((count) => count + 1);
      void send(fields).then((isSaved) => {
        if (isSaved) saved.current = consentOfFields(fields);
        if (isSaved || request !== lastRequest.current) return;
        setAnswered(saved.current);
        show({
          title: "Cookieの設定を保存できませんでした",
          description: "接続を確認して、もう一度お試しください。",
          tone: "error",
        });
      });
    },
    [show],
  );
  const consent = answered ?? loaded;
  const state = useMemo(() => ({ consent, reopenCount, answer }), [consent, reopenCount, answer]);
  return <ConsentContext value={state}>{children}</ConsentContext>;
}

async function send({ choice, analytics }: ConsentFields): Promise<boolean> {
  const form = { choice, ...(analytics ? { analytics: "on" } : {}) };
  const { ok } = await fetchJson("POST", "/consent", { form, keepalive: true });
  return ok;
}
