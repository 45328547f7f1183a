import { useEffect, useState } from "react";

interface ModalHost {
  /** Where something has to stand to be seen, heard and pressed. */
  element: HTMLElement;
  /** Another number with another element. */
  turn: number;
}

/** The modal dialog that was opened last, else the body: while one is open, all that is outside of it is inert. */
export function useModalHost(): ModalHost {
  const [host, setHost] = useState<ModalHost>(() => ({ element: lastOf(modalDialogs()), turn: 0 }));
  useEffect(() => {
    /** In the order in which they were opened. */
    let open = modalDialogs();
    const tell = () => {
      const element = lastOf(open);
      setHost((last) => (last.element === element ? last : { element, turn: last.turn + 1 }));
    };
    tell();
    // Told of every change of the page: looks at what has changed alone, never through all of a long list.
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

/** What was taken out of the page with its surroundings is no longer modal. */
const isModal = (node: Node): node is HTMLDialogElement =>
  node instanceof HTMLDialogElement && node.isConnected && node.matches(":modal");
