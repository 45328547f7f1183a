import { type FormEvent, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { type ConsentFields, useConsent } from "../use-consent.tsx";

/**
 * Asks for consent, where the site has something that needs it; nothing of that is loaded before. Server-rendered in the page's
 * flow, so it covers nothing.
 */
export function ConsentBanner() {
  const { consent, reopenCount: asked, answer } = useConsent();
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    window.scrollTo({ top: 0 });
    banner.current?.focus({ preventScroll: true });
  }, [asked]);
  const needsConsent = Boolean(useRootData()?.analytics);
  if (consent !== "undecided" || !needsConsent) return null;
  const answerAndMoveFocus = (fields: ConsentFields) => {
    answer(fields);
    // The clicked button disappears: keyboard users continue with the page.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <div className="beside-navigation">
      <Cached
        as="section"
        ref={banner}
        tabIndex={-1}
        aria-labelledby="consent-title"
        className="mx-auto w-full max-w-160 px-4 pt-4 outline-none rail:px-6"
        of={Question}
        props={{}}
        callbacks={{ onAnswer: answerAndMoveFocus }}
        usesLocation
      />
    </div>
  );
}

interface ChoiceProps {
  onAnswer(fields: ConsentFields): void;
}

function Question({ onAnswer }: ChoiceProps) {
  return (
    <div className="group rounded-card border border-line bg-surface p-4 text-sm">
      <p id="consent-title" className="font-bold">
        Cookieの設定
      </p>
      <p className="pt-1 text-muted">
        必要なCookieのほか、許可があればアクセス解析を行います。
        <PlainLink to="/privacy#cookies" className="inline-block py-1 underline">
          Cookieについて
        </PlainLink>
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Choice choice="all" label="すべて許可" onAnswer={onAnswer} />
        <Choice choice="essential" label="必須のみ" onAnswer={onAnswer} />
        <details>
          <summary
            className={`${buttonClass({ variant: "plain" })} list-none gap-1! max-rail:px-3! [&::-webkit-details-marker]:hidden`}
          >
            詳細設定
            <Icon name="down" className="transition-transform in-open:rotate-180" />
          </summary>
        </details>
      </div>
      <Details onAnswer={onAnswer} />
    </div>
  );
}

/** Both answers look alike, so that neither is suggested. */
function Choice({ choice, label, onAnswer }: ChoiceProps & { choice: "all" | "essential"; label: string }) {
  return (
    <form
      method="post"
      action="/consent"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ choice });
      }}
    >
      <ReturnPath />
      <Button variant="quiet" name="choice" value={choice} className="max-rail:px-3">
        {label}
      </Button>
    </form>
  );
}

function Details({ onAnswer }: ChoiceProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAnswer({ choice: "custom", analytics: new FormData(event.currentTarget).has("analytics") });
  };
  return (
    <form
      method="post"
      action="/consent"
      onSubmit={submit}
      className="hidden space-y-3 pt-3 group-has-[details[open]]:block"
    >
      <input type="hidden" name="choice" value="custom" />
      <ReturnPath />
      <label className="flex min-h-11 items-start gap-3">
        <input type="checkbox" checked disabled readOnly className="mt-1 size-5 shrink-0" />
        <span className="text-muted">
          <span className="block font-bold text-ink">必須のCookie</span>
          ログインと画面の設定のために、いつも使います。
        </span>
      </label>
      <label className="flex min-h-11 items-start gap-3">
        <input type="checkbox" name="analytics" className="mt-1 size-5 shrink-0" />
        <span className="text-muted">
          <span className="block font-bold text-ink">アクセス解析</span>
          どのページがよく見られているかを知るために使います。取り消すと、次に開くページから止まります。
        </span>
      </label>
      <Button variant="quiet">保存</Button>
    </form>
  );
}

/** Leads back to this page without JavaScript. */
function ReturnPath() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="redirect" value={`${pathname}${search}`} />;
}
