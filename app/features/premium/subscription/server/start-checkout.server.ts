import { NotImplemented } from "#app/features/domain-error.ts";

/** Begins a purchase with Stripe Checkout. */
export async function startCheckout(_options: {
  viewer: { id: string; email: string; name: string };
  now?: Date;
}): Promise<{ url: string }> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
