import { type MouseEvent, useEffect, useEffectEvent } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { premiumTerms } from "../../premium.ts";
import { useBankConfirmation } from "../hooks/use-bank-confirmation.ts";
import type { OpenPayment } from "../open-payment.ts";
import { cancelPath } from "../payment-paths.ts";
import { PortalForm } from "./subscription-form.tsx";

interface OpenPaymentOfferProps {
  /** Formatted. */
  paidUntil: string | null;
  openPayment: OpenPayment | null;
  /** Whether Stripe.js may run in this document. */
  mayPayHere: boolean;
  /** Whether the bank is asked as soon as the page is there. */
  opensAtOnce: boolean;
}

/** What a member does about a payment that was not made: let the bank ask, or change the card. */
export function OpenPaymentOffer({ paidUntil, openPayment, mayPayHere, opensAtOnce }: OpenPaymentOfferProps) {
  const { state, failure, confirm } = useBankConfirmation();
  const confirmation = openPayment?.confirmation;
  const open = (event?: MouseEvent) => {
    // Without a script the link leads to Stripe's page, where the bank asks as well.
    event?.preventDefault();
    if (!openPayment || !confirmation || state !== "ready") return;
    if (mayPayHere) void confirm({ ...confirmation, pageUrl: openPayment.pageUrl });
    else location.assign(`${cancelPath}?payment=true`);
  };
  const openAtOnce = useEffectEvent(open);
  useEffect(() => {
    if (opensAtOnce) openAtOnce();
  }, [opensAtOnce]);
  return (
    <>
      {failure && (
        <Notice tone="error" title="決済に失敗しました">
          {failure}
        </Notice>
      )}
      {confirmation ? (
        <>
          <Notice tone="warning" title="カード会社の本人確認が必要です">
            {premiumTerms.price}円のお支払いには、カード会社での本人確認（3Dセキュア）が必要です。
            確認が済むと、プレミアムをお使いいただけます。
          </Notice>
          <a
            href={openPayment.pageUrl}
            onClick={open}
            aria-disabled={state !== "ready" || undefined}
            className={buttonClass({ size: "large", wide: true })}
          >
            {state === "ready" ? <Icon name="lock" /> : <Spinner />}
            <span>{state === "ready" ? "本人確認に進む" : "確認しています"}</span>
          </a>
        </>
      ) : (
        <>
          <Notice tone="warning" title="カードでのお支払いができませんでした">
            {paidUntil && `お支払い済みの期間は${paidUntil}までです。`}
            {openPayment
              ? "カードを変更するか、別のカードでお支払いいただけます。"
              : "カードを変更すると、お支払いをやり直せます。"}
          </Notice>
          <PortalForm action={cancelPath} size="large">
            カードを変更する
          </PortalForm>
          {openPayment && (
            <a
              href={openPayment.pageUrl}
              className={buttonClass({ variant: "quiet", size: "large", wide: true })}
            >
              <Icon name="link" />
              Stripeのページで支払う
            </a>
          )}
        </>
      )}
    </>
  );
}
