import { useSyncExternalStore } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { useBackClosesPopover } from "#app/ui/dialog/sheet-entries.ts";
import { type IconName, iconOnlyClass } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";

export const installGuideId = "install-guide";

const steps: readonly (readonly [icon: IconName, text: string])[] = [
  ["share", "ブラウザの共有ボタンをタップします"],
  ["plus", "「ホーム画面に追加」を選びます"],
  ["check", "「追加」をタップします"],
];

/** A native popover: works without JavaScript. */
export function InstallGuide() {
  const installation = useInstallation();
  const onBeforeToggle = useBackClosesPopover();
  return (
    <Cached
      as="div"
      id={installGuideId}
      popover="auto"
      onBeforeToggle={onBeforeToggle}
      role="dialog"
      aria-labelledby="install-title"
      className="install-guide"
      of={Guide}
      props={{ installation }}
    />
  );
}

function Guide({ installation }: { installation: Installation }) {
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h2 id="install-title" className="text-lg">
          ホーム画面に追加
        </h2>
        <IconButton
          icon="close"
          label="閉じる"
          popoverTarget={installGuideId}
          popoverTargetAction="hide"
          autoFocus
          className="-mr-2"
        />
      </div>
      <ol className="space-y-3 pt-3">
        {steps.map(([icon, text], step) => (
          <li key={icon} className="install-step">
            <span className={iconOnlyClass(icon)} />
            <span>
              <b>{step + 1}</b>
              {text}
            </span>
          </li>
        ))}
      </ol>
      <p className="pt-4 text-sm text-muted">
        Androidでは、ブラウザのメニュー（︙）にもあります。パソコンでは、アドレスバーのインストールのアイコンを押します。
      </p>
      {installation === "offered" ? (
        <p className="pt-4">
          <Button type="button" wide icon="install" onClick={install}>
            ホーム画面に追加する
          </Button>
        </p>
      ) : installation === "installed" ? (
        <Notice tone="success" live="politely" title="追加しました" className="mt-4">
          ホーム画面やアプリの一覧から開けます。
        </Notice>
      ) : (
        <p className="pt-2 text-sm text-muted">
          ボタンひとつでの追加は、このブラウザでは現在準備中です。上の手順で追加できます。
        </p>
      )}
    </>
  );
}

/** Chromium's event, missing in TypeScript's DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `offered`: `install()` shows the prompt. `unknown`: most browsers do not tell. */
type Installation = "unknown" | "offered" | "installed";

const listeners = new Set<() => void>();
let installation: Installation = "unknown";
let deferredPrompt: InstallPromptEvent | null = null;

function setInstallation(next: Installation, event: InstallPromptEvent | null = null): void {
  deferredPrompt = event;
  installation = next;
  for (const listener of listeners) listener();
}

const isPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event;

// The event fires once, possibly before hydration.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    setInstallation("offered", event);
  });
  window.addEventListener("appinstalled", () => setInstallation("installed"));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useInstallation(): Installation {
  return useSyncExternalStore(
    subscribe,
    () => installation,
    () => "unknown",
  );
}

/** Shows the browser's install prompt, which can be used once. */
function install(): void {
  const offer = deferredPrompt;
  setInstallation("unknown");
  offer?.prompt().catch(() => undefined);
}
