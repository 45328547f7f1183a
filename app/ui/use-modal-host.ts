import { useEffect, useState } from "react";

interface ModalHost {
  /** Where something has to stand to be seen, heard and pressed. */
  element: HTMLElement;
  /** Another number with another element. */
  turn: number;
}

/** The modal dialog that was opened last, else the body: while one is open, all that is outside of it is inert. */
export function useModalHost(): ModalHost {
  const [host, setHost] = useState<ModalHost>(() => ({
    element: modalDialogs([]).at(-1) ?? document.body,
    turn: 0,
  }));
  useEffect(() => {
    let open: HTMLElement[] = [];
    const look = () => {
      open = modalDialogs(open);
      const element = open.at(-1) ?? document.body;
      setHost((last) => (last.element === element ? last : { element, turn: last.turn + 1 }));
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, []);
  return host;
}

/** Those that are open, in the order in which they were opened as far as `before` knows it. */
function modalDialogs(before: readonly HTMLElement[]): HTMLElement[] {
  const now = [...document.querySelectorAll<HTMLElement>("dialog:modal")];
  return [
    ...before.filter((dialog) => now.includes(dialog)),
    ...now.filter((dialog) => !before.includes(dialog)),
  ];
}
