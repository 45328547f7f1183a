import { type ComponentType, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Order } from "../subscription.ts";

interface OrderFormProps {
  /** Of the form, for links. */
  id: string;
  order: Order;
  /** Whether the document's security policy lets Stripe.js run: it is that of the document's own address. */
  mayPayHere: boolean;
  opensAtOnce: boolean;
}

/**
 * The order: with JavaScript a click replaces it by the card form, without it the form is posted to this page and answered
 * with a redirect to Stripe's.
 */
export function OrderForm({ id, order, mayPayHere, opensAtOnce }: OrderFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isStarting, setStarting] = useState(false);
  const [CardPayment, setCardPayment] = useState<ComponentType<Order> | null>(null);
  const open = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isStarting) return;
    setStarting(true);
    if (!mayPayHere) return location.assign("?payment=true");
    form.current?.scrollIntoView({ block: "center" });
    await import("./card-payment.tsx").then(
      (module) => setCardPayment(() => module.CardPayment),
      // Posted as without JavaScript: no handler is asked.
      () => form.current?.submit(),
    );
  };
  const openAtOnce = useEffectEvent(open);
  useEffect(() => {
    if (opensAtOnce) void openAtOnce();
  }, [opensAtOnce]);
  if (CardPayment) return <CardPayment {...order} />;
  return (
    <form ref={form} id={id} method="post" onSubmit={open}>
      <Button size="large" wide icon="lock" busy={isStarting}>
        <span className="unscripted:hidden">カード情報を入力する</span>
        <span className="hidden unscripted:inline">Stripeのお支払いページへ進む</span>
      </Button>
    </form>
  );
}
