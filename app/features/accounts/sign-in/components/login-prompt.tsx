import { Link } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { signingInLabel, useSignInClick } from "../hooks/use-sign-in-click.ts";

interface LoginButtonProps {
  returnPath: string;
  query?: Record<string, string>;
}

export function LoginButton({ returnPath, query }: LoginButtonProps) {
  const { busy, onClick } = useSignInClick();
  // The offline page has no root data.
  const { signInLabel = "ログインする" } = useRootData() ?? {};
  const label = busy ? signingInLabel : signInLabel;
  return (
    <a
      href={`/api/auth/google?${new URLSearchParams({ redirect: returnPath, ...query })}`}
      onClick={onClick}
      title={label}
      aria-disabled={busy || undefined}
      className={buttonClass({ size: "large", wide: true })}
    >
      {busy ? <Spinner /> : <Icon name="person" />}
      <span>{label}</span>
    </a>
  );
}

export const loginPromptText = (
  <>
    この機能を利用するには <span className="inline-block">ログインが必要です</span>
  </>
);

interface LoginPromptProps {
  returnPath: string;
  /** The screen's name. */
  heading?: string;
  /** What members have there: visitors who follow a link learn whether signing in is worth it. */
  lead?: string;
}

/** Visitors see it in place of a members' screen. */
export function LoginPrompt({ returnPath, heading, lead }: LoginPromptProps) {
  return (
    <div className="mx-auto flex w-full max-w-100 flex-col items-center gap-6 px-6 py-16 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-voice-a-tint text-[2rem] text-accent">
        <Icon name="lock" />
      </span>
      {heading ? (
        <div className="space-y-2">
          <h1 className="text-xl">{heading}</h1>
          {lead && <p className="text-balance">{lead}</p>}
          <p className="text-muted">{loginPromptText}</p>
        </div>
      ) : (
        <h1 className="text-lg">{loginPromptText}</h1>
      )}
      <LoginButton returnPath={returnPath} />
      <Agreement />
    </div>
  );
}

export function Agreement() {
  return (
    <p className="text-xs text-muted">
      ログインすると、
      <Link to="/terms" className="inline-block py-1 underline">
        利用規約
      </Link>
      と
      <Link to="/privacy" className="inline-block py-1 underline">
        プライバシーポリシー
      </Link>
      に同意したことになります。
    </p>
  );
}
