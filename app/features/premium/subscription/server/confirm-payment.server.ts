import { NotImplemented } from "#app/features/domain-error.ts";

/** Asks Stripe what became of the viewer's own purchase, and applies it. */
export async function confirmPayment(_options: {
  viewer: { id: string };
  paymentIntent?: string;
  sessionId?: string;
  now?: Date;
}): Promise<{ state: "paid" | "processing" | "unpaid"; premiumEndDate: Date | null }> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
