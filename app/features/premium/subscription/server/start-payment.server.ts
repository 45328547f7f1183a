import { NotImplemented } from "#app/features/domain-error.ts";

/** Begins a purchase with the card form. */
export async function startPayment(_options: {
  viewer: { id: string };
  email: string;
  name: string;
  now?: Date;
}): Promise<{ clientSecret: string; publishableKey: string }> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
