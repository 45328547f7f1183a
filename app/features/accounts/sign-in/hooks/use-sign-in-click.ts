import { type MouseEvent, useEffect, useRef, useState } from "react";

const ignoreClicksMs = 3000;

/** `busy` after a click; `onClick` ignores further ones. */
export function useSignInClick(): { busy: boolean; onClick(event: MouseEvent): void } {
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    busy,
    onClick(event) {
      if (busy) return event.preventDefault();
      setBusy(true);
      timer.current = setTimeout(() => setBusy(false), ignoreClicksMs);
    },
  };
}

export const signingInLabel = "ログイン中...";
