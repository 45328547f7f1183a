import { useEffect, useState } from "react";

interface ModalHost {
  element: HTMLElement;
  turn: number;
}

/** The modal dialog opened last, else the body: a modal dialog makes everything outside inert. */
export function useModalHost(): ModalHost {
  const [host, setHost] = useState<ModalHost>(() => ({ element: lastOf(modalDialogs()), turn: 0 }));
  useEffect(() => {
    let open = modalDialogs();
    const tell = () => {
      const element = lastOf(open);
      setHost((last) => (last.element === element ? last : { element, turn: last.turn + 1 }));
    };
    tell();
    // Called at every change of the page: reads only the changed nodes, never a whole long list.
    const observer = new MutationObserver((changes) => {
      open = open.filter(isModal);
      for (const { target } of changes) if (isModal(target) && !open.includes(target)) open.push(target);
      tell();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, []);
  return host;
}

const lastOf = (open: readonly HTMLElement[]): HTMLElement => open.at(-1) ?? document.body;

const modalDialogs = () => [...document.querySelectorAll("dialog")].filter(isModal);

/** A dialog removed from the document is no longer modal. */
const isModal = (node: Node): node is HTMLDialogElement =>
  node instanceof HTMLDialogElement && node.isConnected && node.matches(":modal");
