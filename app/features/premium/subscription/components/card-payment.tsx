import { type FormEvent, useRef } from "react";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useCardPayment } from "../hooks/use-card-payment.ts";
import { type Order, premiumPath } from "../subscription.ts";

/** The purchase on Stripe's own page, for browsers that can't load its script. */
const checkoutFormId = "checkout";

export function CardPayment({ scriptUrl, orderLabel, screenHash }: Order) {
  const container = useRef<HTMLDivElement>(null);
  const { state, failure, retry, pay } = useCardPayment({ scriptUrl, screenHash, container });
  const isUnprepared = state === "unprepared";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };
  return (
    <>
      <form id={checkoutFormId} method="post" action={premiumPath}>
        <input type="hidden" name="screen" value={screenHash} />
      </form>
      <form onSubmit={submit} className="space-y-4" aria-label="カード情報" data-state={state}>
        {state === "preparing" && (
          <div role="status" className="space-y-3">
            <span className="sr-only">お支払いを準備しています</span>
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        )}
        <div
          ref={container}
          className={classNames((state === "preparing" || isUnprepared) && "h-0 overflow-hidden")}
        />
        {failure && (
          <Notice
            tone="error"
            title={failure.title}
            actions={
              isUnprepared &&
              (failure.needsLogin ? (
                <a
                  href="/api/auth/google?redirect=premium&payment=true"
                  className={buttonClass({ variant: "quiet" })}
                >
                  <Icon name="person" />
                  ログインする
                </a>
              ) : (
                <>
                  <Button type="button" variant="quiet" icon="refresh" onClick={retry}>
                    もう一度試す
                  </Button>
                  <Button type="submit" variant="plain" form={checkoutFormId}>
                    Stripeのページで支払う
                  </Button>
                </>
              ))
            }
          >
            {failure.text}
          </Notice>
        )}
        {!isUnprepared && (
          <Button
            size="large"
            wide
            icon="lock"
            busy={state !== "ready"}
            busyLabel={state === "preparing" ? "準備しています" : "お支払いを確認しています"}
          >
            {orderLabel}
          </Button>
        )}
      </form>
    </>
  );
}
