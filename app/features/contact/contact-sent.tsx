import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { contactMessages } from "./contact.ts";

/** Thanks for a message, in the place of the form. */
export function ContactSent({ isConfirmed }: { isConfirmed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="mx-auto flex w-full max-w-112 flex-col items-center px-6 pt-16 pb-10 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-voice-b-tint text-2xl text-voice-b">
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="pt-6 text-xl text-balance outline-none">
        {contactMessages.sent}
      </h1>
      <div className="space-y-3 pt-4 text-pretty text-muted">
        <p>ありがとうございます。内容を確認し、ご記入のメールアドレスにお返事します。</p>
        {isConfirmed && <p>アカウントのメールアドレスにも、受付の確認をお送りします。</p>}
      </div>
      <ButtonLink to="/" size="large" icon="home" wide className="mt-8">
        ホームに戻る
      </ButtonLink>
    </div>
  );
}
