import type { StripeConstructor } from "@stripe/stripe-js";

let loading: Promise<StripeConstructor> | undefined;

/** Loads once, or again after a failure. Stripe demands its own address and forbids bundling. Rejects on failure. */
export function loadStripeScript(url: string): Promise<StripeConstructor> {
  loading ??= appendScript(url).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function appendScript(url: string): Promise<StripeConstructor> {
  const { promise, resolve, reject } = Promise.withResolvers<StripeConstructor>();
  const script = document.createElement("script");
  script.src = url;
  const fail = () => {
    script.remove();
    reject(new Error("Stripe.js could not be loaded"));
  };
  script.onload = () => (window.Stripe ? resolve(window.Stripe) : fail());
  script.onerror = fail;
  document.head.append(script);
  return promise;
}
