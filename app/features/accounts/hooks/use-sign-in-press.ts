import { type MouseEvent, useEffect, useRef, useState } from "react";

/** A further press within this time is ignored (spec 1 §4, "Sign-in"). */
const inProgressMs = 3000;

/** For a link to the sign-in: whether it has just been pressed, and what its presses go through. */
export function useSignInPress(): { busy: boolean; press(event: MouseEvent): void } {
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    busy,
    press(event) {
      if (busy) return event.preventDefault();
      setBusy(true);
      timer.current = setTimeout(() => setBusy(false), inProgressMs);
    },
  };
}

/** What such a link says while it is busy. */
export const signingIn = "ログイン中...";
