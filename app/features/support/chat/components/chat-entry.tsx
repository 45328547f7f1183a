import { type MouseEvent, useCallback, useEffect, useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import type { ChatDialog } from "./chat-dialog.tsx";

/** After mount, before the dialog's code is preloaded. */
const preloadDelayMs = 1500;

const chatPath = "/faq/chat";

/** Leads to the chat's own page without JavaScript, in another tab, and when the dialog's code can't be loaded. */
export function ChatEntry() {
  const [view, setView] = useState<{ Chat: typeof ChatDialog } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const loadDialog = useCallback(
    () => import("./chat-dialog.tsx").then(({ ChatDialog }) => setView({ Chat: ChatDialog })),
    [],
  );
  useEffect(() => {
    // Preloaded, so that a click opens the dialog at once.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [loadDialog]);
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsOpen(true);
    if (!view) loadDialog().catch(() => window.location.assign(chatPath));
  };
  return (
    <>
      <ButtonLink
        to={chatPath}
        reloadDocument
        size="large"
        icon="sparkle"
        aria-haspopup="dialog"
        onClick={click}
      >
        AIサポートに質問する
      </ButtonLink>
      {view && <view.Chat open={isOpen} onClose={close} />}
    </>
  );
}
