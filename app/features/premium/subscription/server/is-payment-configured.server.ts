import { environment } from "#app/config/environment.ts";

/** Whether premium is sold here. */
export function isPaymentConfigured(): boolean {
  return environment().STRIPE_SECRET_KEY !== undefined;
}
