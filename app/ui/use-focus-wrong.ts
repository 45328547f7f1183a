import { type RefObject, useEffect, useRef } from "react";

/** The ref of a form whose first wrong control gets the focus with every new `answer` that found one. */
export function useFocusWrong(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer]);
  return form;
}
