import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { useLazyComponent } from "#app/ui/use-lazy-component.ts";

/** `returnPath` defaults to this page. */
export type PromptLogin = (returnPath?: string) => void;

const LoginPromptContext = createContext<PromptLogin | null>(null);

/** For a visitor's click on what only members do, and for a 401. Throws outside `LoginPromptProvider`. */
export function useLoginPrompt(): PromptLogin {
  const prompt = useContext(LoginPromptContext);
  if (!prompt) throw new Error("useLoginPrompt needs a LoginPromptProvider above it");
  return prompt;
}

/**
 * Handles a click or submit that only members may make. Visitors get the login prompt. For pending and denied accounts the
 * browser goes on, and the server's page explains. Without root data the viewer is unknown: `act` runs, and the server
 * answers.
 */
export function useForMembers(): (
  event: { preventDefault(): void },
  options: { act: () => void; onVisitor?: () => void; returnPath?: string },
) => void {
  const root = useRootData();
  const promptLogin = useLoginPrompt();
  return (event, { act, onVisitor, returnPath }) => {
    if (root?.user && !root.isMember) return;
    event.preventDefault();
    if (!root || root.user) return act();
    onVisitor?.();
    promptLogin(returnPath);
  };
}

const loadDialog = () =>
  import("../components/login-prompt-dialog.tsx").then(({ LoginPromptDialog }) => LoginPromptDialog);

/** The prompt's code is loaded after the page's. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const [returnPath, setReturnPath] = useState<string | null>(null);
  const currentPath = useRef("/");
  useEffect(() => {
    currentPath.current = `${pathname}${search}`;
  }, [pathname, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setReturnPath(null), [pathname]);
  const { show } = useToast();
  const LoginPromptDialog = useLazyComponent({
    load: loadDialog,
    isWanted: returnPath !== null,
    onMissing() {
      setReturnPath(null);
      show({
        tone: "error",
        title: "表示できませんでした",
        description: "接続を確認して、ページを再読み込みしてください。",
      });
    },
  });
  const prompt = useCallback<PromptLogin>((path) => setReturnPath(path ?? currentPath.current), []);
  return (
    <LoginPromptContext value={prompt}>
      {children}
      {LoginPromptDialog && <LoginPromptDialog returnPath={returnPath} onClose={() => setReturnPath(null)} />}
    </LoginPromptContext>
  );
}
