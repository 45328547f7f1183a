import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

type BrowserPasskeys = typeof import("./browser-passkeys.ts");

/** Below the form of the login, whose 記憶する counts here too. Nothing without JavaScript or passkeys in the browser. */
export function PasskeyLogin({ returnPath }: { returnPath: string }) {
  const [browser, setBrowser] = useState<BrowserPasskeys | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    // Loaded before the click: Safari opens its dialog only soon after one.
    const load = async () => {
      const loaded = await import("./browser-passkeys.ts");
      if (isMounted && loaded.passkeySupport() === "ready") setBrowser(loaded);
    };
    void load().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, []);
  const signIn = async (form: HTMLFormElement | null) => {
    if (!browser) return;
    setIsBusy(true);
    setMessage(null);
    const rememberMe = form !== null && new FormData(form).has("rememberMe");
    const failure = await browser.signInByPasskey({ rememberMe });
    if (failure === null) {
      location.assign(returnPath);
      return;
    }
    setMessage(failure);
    setIsBusy(false);
  };
  return (
    // Keeps the form where it is when the button comes.
    <div className="min-h-14 space-y-4 unscripted:hidden">
      {browser && (
        <Button
          type="button"
          variant="quiet"
          size="large"
          wide
          busy={isBusy}
          busyLabel="パスキーを確かめています"
          onClick={(event) => void signIn(event.currentTarget.form)}
        >
          パスキーでログイン
        </Button>
      )}
      {message && <Notice tone="error" title={message} />}
    </div>
  );
}
