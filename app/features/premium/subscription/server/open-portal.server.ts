import { NotImplemented } from "#app/features/domain-error.ts";

/** Opens Stripe's customer portal. */
export async function openPortal(_options: { viewer: { id: string } }): Promise<{ url: string }> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
