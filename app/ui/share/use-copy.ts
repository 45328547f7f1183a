import { useEffect, useRef, useState } from "react";
import { useToast } from "#app/ui/toast/toasts.tsx";

/** Duration of the confirmation. */
const copiedMs = 2000;

/** Copies a text, through a selection in `near` if needed. `copied` is true for 2 s afterwards; a failure shows it in a toast. */
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

/**
 * Puts `text` on the clipboard. Falls back to a selection inside `near` (so that it works in a modal dialog) where the
 * clipboard API is missing or rejects. Resolves to whether the text was copied.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text, near);
  }
}

function copySelection(text: string, near: Element): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  area.style.cssText = "position:fixed;inset:0 auto auto 0;opacity:0";
  near.append(area);
  try {
    area.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
