import type { Appearance, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { asRecord, fetchJson, readError } from "#app/lib/fetch-json.ts";
import { premiumSuccessPath } from "../subscription.ts";
import { loadStripeScript } from "./stripe-script.ts";

interface PaymentFailure {
  title: string;
  text: string;
  /** The session has ended: the viewer must log in. */
  needsLogin?: boolean;
}

/**
 * - `preparing`: Stripe's script and the payment are on their way.
 * - `unprepared`: that failed; `retry` does it again.
 * - `ready`: the fields can be filled in, also after a refused card.
 * - `paying`: Stripe decides, or asks for 3-D Secure.
 * - `paid`: on the way to the next page.
 */
type CardPaymentState = "preparing" | "unprepared" | "ready" | "paying" | "paid";

interface Prepared {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
}

/** Prepares the payment by card and shows Stripe's fields in `container`. A refused card leaves what was typed. */
export function useCardPayment(options: {
  scriptUrl: string;
  screenHash: string;
  container: RefObject<HTMLElement | null>;
}): {
  state: CardPaymentState;
  failure: PaymentFailure | null;
  retry(): void;
  pay(): Promise<void>;
} {
  const { scriptUrl, screenHash, container } = options;
  const [state, setState] = useState<CardPaymentState>("preparing");
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const prepared = useRef<Prepared>(undefined);
  const fail = (next: PaymentFailure) => {
    setFailure(next);
    setState("unprepared");
  };
  const prepare = useEffectEvent(async (signal: AbortSignal) => {
    const [script, answer] = await Promise.all([
      loadStripeScript(scriptUrl).catch(() => null),
      fetchJson("POST", "/api/create-payment-intent", { json: { screen: screenHash }, signal }),
    ]);
    if (signal.aborted) return;
    if (!answer.ok) return fail(describeRefusal(answer));
    const { clientSecret, publishableKey } = asRecord(answer.body);
    if (!script || typeof clientSecret !== "string" || typeof publishableKey !== "string")
      return fail(unprepared);
    const stripe = script(publishableKey, { locale: "ja" });
    const elements = stripe.elements({ clientSecret, locale: "ja", appearance: cardAppearance() });
    const fields = elements.create("payment", {
      layout: "tabs",
      wallets: { applePay: "never", googlePay: "never", link: "never" },
    });
    fields.on("ready", () => {
      setState("ready");
      fields.focus();
    });
    fields.on("loaderror", () => fail(unprepared));
    signal.addEventListener("abort", () => fields.destroy());
    prepared.current = { stripe, elements, clientSecret };
    if (container.current) fields.mount(container.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: prepares once, and again with each retry
  useEffect(() => {
    const ending = new AbortController();
    prepare(ending.signal).catch(() => fail(unprepared));
    return () => ending.abort();
  }, [attempt]);
  return {
    state,
    failure,
    retry() {
      setFailure(null);
      setState("preparing");
      setAttempt(attempt + 1);
    },
    async pay() {
      if (!prepared.current || state !== "ready") return;
      setFailure(null);
      setState("paying");
      const result = await confirm(prepared.current).catch(() => ({ error: unanswered }));
      if (result.error) {
        setState("ready");
        // Stripe's fields show such errors themselves.
        if (result.error.type !== "validation_error") setFailure(describeError(result.error));
        return;
      }
      setState("paid");
      // A new document loads all data anew.
      location.assign(`${premiumSuccessPath}?${new URLSearchParams(result.outcome)}`);
    },
  };
}

type Outcome =
  | { error: Pick<StripeError, "type" | "message">; outcome?: undefined }
  | { error?: undefined; outcome: Record<string, string> };

/** Asks Stripe to take the payment; where the first payment comes later, to remember the card. */
async function confirm({ stripe, elements, clientSecret }: Prepared): Promise<Outcome> {
  const submitted = await elements.submit();
  if (submitted.error) return { error: submitted.error };
  const confirmParams = { return_url: `${location.origin}${premiumSuccessPath}` };
  const redirect = "if_required" as const;
  if (clientSecret.startsWith("seti_")) {
    const { error, setupIntent } = await stripe.confirmSetup({ elements, confirmParams, redirect });
    const intent = setupIntent ?? error?.setup_intent;
    return intent && isUnderWay(intent.status)
      ? { outcome: { setup_intent: intent.id, redirect_status: intent.status } }
      : { error: error ?? unanswered };
  }
  const { error, paymentIntent } = await stripe.confirmPayment({ elements, confirmParams, redirect });
  // The error carries the intent when another tab has paid it already.
  const intent = paymentIntent ?? error?.payment_intent;
  return intent && isUnderWay(intent.status)
    ? { outcome: { payment_intent: intent.id, redirect_status: intent.status } }
    : { error: error ?? unanswered };
}

const isUnderWay = (status: string) => status === "succeeded" || status === "processing";

const unprepared: PaymentFailure = {
  title: "決済エラー",
  text: "決済の準備に失敗しました。接続を確認して、もう一度お試しください。",
};

const unanswered = { type: "api_connection_error", message: "" } as const;

function describeRefusal({ status, body }: { status: number; body: unknown }): PaymentFailure {
  const { title } = unprepared;
  if (status === 401)
    return { title, text: "認証に失敗しました。再度ログインしてください。", needsLogin: true };
  const { error } = readError(body);
  return status === 0 || !error ? unprepared : { title, text: `決済の準備に失敗しました。${error}` };
}

function describeError({ message }: Pick<StripeError, "message">): PaymentFailure {
  return {
    title: "決済に失敗しました",
    text:
      message ||
      "お支払いの結果を確認できませんでした。接続を確認して、もう一度お試しください。二重に支払われることはありません。",
  };
}

/** Gives the fields in Stripe's frame the page's colours in the shown theme. */
function cardAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  // A token holds the colours of both themes. Only a property that takes a colour resolves to the shown one.
  const color = (name: string) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const { theme } = document.documentElement.dataset;
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const focus = `0 0 0 2px ${color("surface")}, 0 0 0 4px ${color("accent")}`;
  return {
    theme: isDark ? "night" : "stripe",
    labels: "above",
    variables: {
      colorPrimary: color("accent"),
      colorBackground: color("paper"),
      colorText: color("ink"),
      colorTextSecondary: color("muted"),
      colorTextPlaceholder: color("muted"),
      colorDanger: color("danger"),
      fontFamily: style.fontFamily,
      fontSizeBase: "16px",
      borderRadius: "12px",
      gridRowSpacing: "16px",
    },
    rules: {
      ".Label": { fontSize: "14px", fontWeight: "700", color: color("ink") },
      ".Input": {
        border: `1px solid ${color("line-strong")}`,
        boxShadow: "none",
        padding: "12px",
        lineHeight: "20px",
      },
      ".Input:focus": { borderColor: color("accent"), boxShadow: focus, outline: "none" },
      ".Input--invalid": { borderColor: color("danger"), boxShadow: "none" },
      ".Error": { fontSize: "14px" },
    },
  };
}
