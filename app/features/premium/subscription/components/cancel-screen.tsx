import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useIsPremiumSold } from "../../hooks/use-is-premium-sold.ts";
import { premiumTerms } from "../../premium.ts";
import { canCancel, endingNote, grantNote, type MembershipView } from "../membership.ts";
import type { OpenPayment } from "../subscription.ts";
import { cancelPath, confirmCancelPath, membershipPath, premiumPath } from "../subscription.ts";
import { ConfirmCancellation, ConfirmPause, PauseOffer } from "./cancel-steps.tsx";
import { OpenPaymentOffer } from "./open-payment-offer.tsx";
import { PortalForm, SubscriptionForm } from "./subscription-form.tsx";

const { price } = premiumTerms;

interface CancelScreenProps {
  membership: MembershipView;
  step: CancelStep;
  openPayment: OpenPayment | null;
  /** Whether the document's security policy lets Stripe.js run: the policy is that of the address that loaded it. */
  mayPayHere: boolean;
  wantsPayment: boolean;
  formResult: FormResult | undefined;
}

/** `pause` and `confirm` ask for the last time before a pause and before a cancellation. */
export type CancelStep = "offer" | "pause" | "confirm";

const failureTitles: Record<string, string> = {
  pause: "一時停止失敗",
  cancel: "キャンセル失敗",
  portal: "Stripeのページを開けませんでした",
};

export function CancelScreen({ membership, formResult, ...rest }: CancelScreenProps) {
  const { kind, hasCustomer, pauseUntil } = membership;
  const grant = grantNote(membership);
  const isPossible = { offer: true, pause: pauseUntil !== null, confirm: canCancel(membership) };
  const step = isPossible[rest.step] ? rest.step : "offer";
  const heading = useFocusOnChange(step);
  const failure = formResult && (
    <Notice
      tone="error"
      title={failureTitles[submittedValue(formResult, "intent") ?? ""] ?? "変更できませんでした"}
    >
      {firstMessage(formResult)}
    </Notice>
  );
  return (
    <Page
      title={<Heading ref={heading}>{step === "offer" ? headings[kind] : stepHeadings[step]}</Heading>}
      back={step === "offer" ? { to: membershipPath, label: "設定" } : { to: cancelPath, label: "戻る" }}
    >
      <div className="space-y-6">
        {failure}
        {step === "pause" && <ConfirmPause membership={membership} />}
        {step === "confirm" && <ConfirmCancellation membership={membership} />}
        {step === "offer" && <Offer membership={membership} {...rest} />}
        {step === "offer" && grant && <p className="text-sm">{grant}</p>}
        {hasCustomer && (
          <section aria-labelledby="portal" className="space-y-3 border-t border-line pt-6">
            <h2 id="portal" className="text-base">
              カードの変更と領収書
            </h2>
            <p className="text-sm text-muted">
              {`決済サービスStripeのページで、${canCancel(membership) ? "カードの変更、領収書の受け取り、解約が" : "カードの変更と、領収書の受け取りが"}できます。`}
            </p>
            <PortalForm action={cancelPath} />
          </section>
        )}
      </div>
    </Page>
  );
}

const stepHeadings = { pause: "一時停止の確認", confirm: "解約の最終確認" };

const headings: Record<MembershipView["kind"], string> = {
  free: "解約・一時停止",
  granted: "解約のお手続きは不要です",
  active: "解約・一時停止",
  canceling: "解約のお手続きは済んでいます",
  ended: "ご契約は終了しています",
  ending: "ご契約を終えるところです",
  pausing: "一時停止を予約しています",
  paused: "一時停止中です",
  past_due: "お支払いを確認できていません",
};

function Offer({
  membership,
  openPayment,
  mayPayHere,
  wantsPayment,
}: Pick<CancelScreenProps, "membership" | "openPayment" | "mayPayHere" | "wantsPayment">) {
  const isSold = useIsPremiumSold();
  const { kind, paidUntil, resumesAt, grantedUntil } = membership;
  const offerToPay = (
    <>
      <OpenPaymentOffer
        paidUntil={paidUntil}
        openPayment={openPayment}
        mayPayHere={mayPayHere}
        opensAtOnce={wantsPayment}
      />
      <ProceedLink />
    </>
  );
  switch (kind) {
    case "granted":
    case "free":
      return (
        <>
          <p>
            いまのプレミアムに料金はかかっていません。
            {grantedUntil
              ? `${grantedUntil}までお使いいただけ、そのあと自動で終わります。`
              : "終わりの日は決まっていません。"}
          </p>
          <ButtonLink to="/" size="large" wide icon="home">
            ホームに戻る
          </ButtonLink>
        </>
      );
    case "canceling":
      return (
        <>
          <p>
            {paidUntil
              ? `${paidUntil}まで、いまのままお使いいただけます。そのあとのお支払いはありません。`
              : "これからのお支払いはありません。プレミアムの機能は使えません。"}
          </p>
          {!paidUntil && resumesAt && (
            <p className="text-sm text-muted">
              取り消すと一時停止に戻り、{resumesAt}に再開して、月額{price}円のお支払いが始まります。
            </p>
          )}
          <SubscriptionForm intent="reactivate" icon="crown" busyLabel="取り消しています">
            解約を取り消して、続ける
          </SubscriptionForm>
        </>
      );
    case "ending":
      return (
        <>
          <p>{endingNote}</p>
          {isSold && !grantedUntil && (
            <p className="text-sm text-muted">終わりしだい、もう一度お申し込みいただけます。</p>
          )}
          <ButtonLink to="/" size="large" wide icon="home">
            ホームに戻る
          </ButtonLink>
        </>
      );
    case "ended":
      return (
        <>
          <p>{paidUntil}まで、プレミアムをお使いいただけます。そのあとのお支払いはありません。</p>
          {isSold && (
            <>
              <p className="text-sm text-muted">
                続けるには、もう一度お申し込みください。次のお支払いは、お支払い済みの期間が終わってからです。
              </p>
              <ButtonLink to={premiumPath} size="large" wide icon="crown" reloadDocument>
                もう一度申し込む
              </ButtonLink>
            </>
          )}
        </>
      );
    case "pausing":
      return (
        <>
          <p>
            {paidUntil}まで、いまのままお使いいただけます。そのあと{resumesAt}
            までお支払いが止まり、プレミアムの機能は使えません。再開の7日前にメールでお知らせします。
          </p>
          <p className="text-sm text-muted">
            一時停止が始まる前なら、取り消せます。取り消しても、1回きりの一時停止は使ったことになりません。
          </p>
          <SubscriptionForm intent="withdraw" icon="crown" busyLabel="取り消しています">
            一時停止を取り消す
          </SubscriptionForm>
          <ProceedLink />
        </>
      );
    case "paused":
      if (openPayment) return offerToPay;
      return (
        <>
          <p>
            {resumesAt && `${resumesAt}に自動で再開し、その日から月額${price}円のお支払いが始まります。`}
            {resumesAt ? "それまで料金は" : "再開するまで料金は"}
            かからず、プレミアムの機能は使えません。
          </p>
          <p className="text-sm text-muted">
            いま再開すると、きょう{price}円（税込）をお支払いいただき、その後は毎月同じ日になります。
          </p>
          <SubscriptionForm intent="resume" icon="crown" busyLabel="再開しています">
            {`いま再開して、${price}円を支払う`}
          </SubscriptionForm>
          <ProceedLink />
        </>
      );
    case "past_due":
      return offerToPay;
    default:
      return (
        <>
          <PauseOffer membership={membership} />
          <ProceedLink />
        </>
      );
  }
}

function ProceedLink() {
  return (
    <p className="text-center">
      <ButtonLink to={confirmCancelPath} variant="plain">
        解約に進む
      </ButtonLink>
    </p>
  );
}

function Heading({ ref, children }: { ref: Ref<HTMLSpanElement>; children: ReactNode }) {
  return (
    <span ref={ref} tabIndex={-1} className="outline-none">
      {children}
    </span>
  );
}

/** Keeps the focus in the page: the link that led to the step is gone. */
function useFocusOnChange(step: string): Ref<HTMLSpanElement> {
  const heading = useRef<HTMLSpanElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
