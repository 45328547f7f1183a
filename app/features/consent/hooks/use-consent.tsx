import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";
import type { Consent } from "../consent.ts";

/** The fields of a form to `/consent`: an answer, or the wish to be asked again. */
export interface ConsentFields {
  choice: "all" | "essential" | "custom" | "ask";
  /** The toggle of the detailed choice. */
  analytics?: boolean;
}

interface ConsentState {
  /** As it was answered, before the server has confirmed it; null when nothing is known. */
  consent: Consent | null;
  /** How often the member asked to be asked again on this page. */
  asked: number;
  /** Answers without loading the page anew; an answer that does not get through is taken back. */
  answer(fields: ConsentFields): void;
}

const ConsentContext = createContext<ConsentState | null>(null);

/** This visit's answer to the cookie banner. Throws outside `ConsentProvider`. */
export function useConsent(): ConsentState {
  const state = useContext(ConsentContext);
  if (!state) throw new Error("useConsent needs a ConsentProvider above it");
  return state;
}

function meant({ choice, analytics }: ConsentFields): Consent {
  if (choice === "ask") return "undecided";
  return choice === "all" || (choice === "custom" && analytics) ? "all" : "essential";
}

/** Holds one answer for the banner, the menu's entry and the analytics. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const given = useRootData()?.consent ?? null;
  const [answered, setAnswered] = useState<Consent | null>(null);
  const [asked, setAsked] = useState(0);
  const { show } = useToast();
  const latest = useRef(0);
  const kept = useRef<Consent | null>(null);
  const answer = useCallback(
    (fields: ConsentFields) => {
      const turn = ++latest.current;
      setAnswered(meant(fields));
      if (fields.choice === "ask") setAsked((times) => times + 1);
      void send(fields).then((isKept) => {
        if (isKept) kept.current = meant(fields);
        if (isKept || turn !== latest.current) return;
        setAnswered(kept.current);
        show({
          title: "Cookieの設定を保存できませんでした",
          description: "接続を確認して、もう一度お試しください。",
          tone: "error",
        });
      });
    },
    [show],
  );
  const consent = answered ?? given;
  const state = useMemo(() => ({ consent, asked, answer }), [consent, asked, answer]);
  return <ConsentContext value={state}>{children}</ConsentContext>;
}

/** Whether it got through. */
async function send({ choice, analytics }: ConsentFields): Promise<boolean> {
  const form = { choice, ...(analytics ? { analytics: "on" } : {}) };
  const { ok } = await askServer("POST", "/consent", { form, keepalive: true });
  return ok;
}
