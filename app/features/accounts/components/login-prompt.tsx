import { buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { signingIn, useSignInPress } from "../hooks/use-sign-in-press.ts";
import { Agreement } from "./agreement.tsx";

interface LoginButtonProps {
  /** A path of this site. */
  returnPath: string;
  /** Whoever presses it is about to pay (spec 3 §2.3). */
  payment?: boolean;
}

/** Leads to the sign-in and from there to `returnPath`. */
export function LoginButton({ returnPath, payment }: LoginButtonProps) {
  const { busy, press } = useSignInPress();
  const label = busy ? signingIn : "Googleでログイン";
  return (
    <a
      href={`/api/auth/google?${new URLSearchParams({ redirect: returnPath, ...(payment && { payment: "true" }) })}`}
      onClick={press}
      title={label}
      aria-disabled={busy || undefined}
      className={buttonClass({ size: "large", wide: true })}
    >
      {busy ? <Spinner /> : <Icon name="person" />}
      <span>{label}</span>
    </a>
  );
}

const text = (
  <>
    この機能を利用するには <span className="inline-block">ログインが必要です</span>
  </>
);

/** What a members' screen shows to visitors, in the page. `heading` is the screen's name. */
export function LoginPrompt({ returnPath, heading }: { returnPath: string; heading?: string }) {
  return (
    <div className="mx-auto flex w-full max-w-100 flex-col items-center gap-6 px-6 py-16 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-voice-a-tint text-[2rem] text-accent">
        <Icon name="lock" />
      </span>
      {heading ? (
        <div className="space-y-2">
          <h1 className="text-xl">{heading}</h1>
          <p className="text-muted">{text}</p>
        </div>
      ) : (
        <h1 className="text-lg">{text}</h1>
      )}
      <LoginButton returnPath={returnPath} />
      <Agreement />
    </div>
  );
}

/** The same as a dialog over the page; open while `returnPath` is given. */
export function LoginPromptDialog({
  returnPath,
  onClose,
}: {
  returnPath: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={returnPath !== null} onClose={onClose} title="ログイン">
      <div className="space-y-6 pb-2">
        <p>{text}</p>
        <LoginButton returnPath={returnPath ?? "/"} />
        <Agreement />
      </div>
    </Dialog>
  );
}
