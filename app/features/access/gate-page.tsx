import type { ReactNode } from "react";
import { Agreement, LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { infinityPath } from "#app/ui/infinity-path.ts";

interface GatePageProps {
  status: GateStatus;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  note?: ReactNode;
}

export function GatePage({ status, title, children, actions, note }: GatePageProps) {
  return (
    <div className="mx-auto flex min-h-[calc(100svh-1.5rem)] w-full max-w-112 flex-col justify-center px-6 py-10 text-center">
      <GateIllustration status={status} />
      <h1 className="pt-8 text-xl">{title}</h1>
      <div className="space-y-3 pt-4 text-pretty text-muted">{children}</div>
      {actions && <div className="flex flex-col gap-3 pt-8">{actions}</div>}
      {note && <div className="pt-8 text-sm text-pretty text-muted">{note}</div>}
    </div>
  );
}

/** Search engines must not index gate pages. */
export function gateMeta(title: string) {
  return [{ title }, { name: "robots", content: "noindex" }];
}

/** `open`: an invitation is needed. `waiting`: something is in progress. `broken`: no access. */
type GateStatus = "open" | "waiting" | "broken";

function GateIllustration({ status }: { status: GateStatus }) {
  const isBroken = status === "broken";
  return (
    <div className="relative mx-auto w-full max-w-64">
      <div className="absolute inset-x-4 -inset-y-10 bg-[radial-gradient(closest-side,var(--voice-a-tint),transparent)]" />
      <svg
        viewBox="0 0 120 60"
        fill="none"
        aria-hidden="true"
        className={classNames("relative w-full", isBroken ? "text-line-strong" : "text-accent")}
      >
        <path
          d={infinityPath}
          stroke="currentColor"
          strokeWidth="1"
          strokeLinecap="round"
          pathLength={100}
          strokeDasharray={isBroken ? "0.6 2.4" : undefined}
        />
        {!isBroken && (
          <circle
            cx="104"
            cy="13"
            r="3"
            fill="currentColor"
            className={classNames(status === "waiting" && "animate-breathe")}
          />
        )}
      </svg>
    </div>
  );
}

export function SignInOptions() {
  return (
    <>
      <p className="text-sm font-bold">すでに会員の方</p>
      <LoginButton returnPath="/" />
      <Agreement />
      <ButtonLink to="/" variant="plain" icon="headphones" wide>
        ログインせずに聴く
      </ButtonLink>
    </>
  );
}
