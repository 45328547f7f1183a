import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { LoginPromptDialog } from "../components/login-prompt.tsx";

/** Opens the login prompt over the page. The sign-in leads to `returnPath`, this page unless told. */
export type PromptLogin = (returnPath?: string) => void;

const PromptContext = createContext<PromptLogin | null>(null);

/**
 * For a visitor's press on what members do, and for a call that was answered 401: the session has ended elsewhere.
 * Throws outside `LoginPromptProvider`.
 */
export function useLoginPrompt(): PromptLogin {
  const prompt = useContext(PromptContext);
  if (!prompt) throw new Error("useLoginPrompt needs a LoginPromptProvider above it");
  return prompt;
}

/** Holds the one login prompt of all pages. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const [returnPath, setReturnPath] = useState<string | null>(null);
  const here = useRef("/");
  useEffect(() => {
    here.current = `${pathname}${search}`;
  }, [pathname, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is left takes its prompt along
  useEffect(() => setReturnPath(null), [pathname]);
  const prompt = useCallback<PromptLogin>((path) => setReturnPath(path ?? here.current), []);
  return (
    <PromptContext value={prompt}>
      {children}
      <LoginPromptDialog returnPath={returnPath} onClose={() => setReturnPath(null)} />
    </PromptContext>
  );
}
