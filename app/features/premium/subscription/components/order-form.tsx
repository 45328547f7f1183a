import { type ComponentType, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Order } from "../subscription.ts";

interface OrderFormProps {
  id: string;
  order: Order;
  /** Whether the document's security policy lets Stripe.js run: the policy is that of the address that loaded it. */
  mayPayHere: boolean;
  opensAtOnce: boolean;
}

/** With JavaScript, a click shows the card form. Without it, the post is answered with a redirect to Stripe's page. */
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
      // `submit()` calls no handler: the form is posted as without JavaScript.
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
      <input type="hidden" name="screen" value={order.screenHash} />
      <Button size="large" wide icon="lock" busy={isStarting}>
        <span className="unscripted:hidden">カード情報を入力する</span>
        <span className="hidden unscripted:inline">Stripeのお支払いページへ進む</span>
      </Button>
    </form>
  );
}
