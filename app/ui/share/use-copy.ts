import { useEffect, useRef, useState } from "react";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { copyText } from "./copy-text.ts";

const copiedMs = 2000;

/** Copies a text, by a selection in `near` if needed. `copied` is true for 2 s; a failure shows a toast. */
export function useCopy(): { copied: boolean; copy(text: string, near: Element): Promise<boolean> } {
  const { show } = useToast();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    copied,
    async copy(text, near) {
      if (!(await copyText(text, near))) {
        show({
          tone: "error",
          title: "コピーに失敗しました",
          description: `手動でリンクをコピーしてください\n${text}`,
        });
        return false;
      }
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), copiedMs);
      return true;
    },
  };
}
