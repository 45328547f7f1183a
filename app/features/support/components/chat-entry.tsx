import { type MouseEvent, useCallback, useEffect, useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import type { ChatDialog } from "./chat-dialog.tsx";

/** Milliseconds after which a page has come to rest. */
const restMs = 1500;

const chatPath = "/faq/chat";

/**
 * Opens the support chat over the page. Without JavaScript, in another tab and where the dialog can't be fetched it leads
 * to the chat's own page.
 */
export function ChatEntry() {
  const [view, setView] = useState<{ Chat: typeof ChatDialog } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const fetchView = useCallback(
    () => import("./chat-dialog.tsx").then(({ ChatDialog }) => setView({ Chat: ChatDialog })),
    [],
  );
  useEffect(() => {
    // Before it is asked for, so that the press is answered at once.
    const timer = setTimeout(() => void fetchView().catch(() => undefined), restMs);
    return () => clearTimeout(timer);
  }, [fetchView]);
  const press = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsOpen(true);
    if (!view) fetchView().catch(() => window.location.assign(chatPath));
  };
  return (
    <>
      <ButtonLink
        to={chatPath}
        reloadDocument
        size="large"
        icon="sparkle"
        aria-haspopup="dialog"
        onClick={press}
      >
        AIサポートに質問する
      </ButtonLink>
      {view && <view.Chat open={isOpen} onClose={close} />}
    </>
  );
}
