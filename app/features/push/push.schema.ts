import { createECDH } from "node:crypto";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";

/**
 * Prevents SSRF: clients choose the endpoint, which could point into the server's own network. Its host must match an entry of
 * `PUSH_SERVICES`, with https, the default port and no credentials; an entry with a scheme allows exactly that origin. Returns
 * the normalized form, or null.
 */
export function normalizePushEndpoint(
  endpoint: string,
  services: readonly string[] = environment().PUSH_SERVICES,
): string | null {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return null;
  const isKnown = services.some((service) => {
    if (service.includes("://")) return url.origin === service;
    if (url.protocol !== "https:" || url.port !== "") return false;
    return service.startsWith("*.") ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
  return isKnown ? url.href : null;
}

const unusable = "この端末ではプッシュ通知を設定できませんでした";

const bytes = z
  .string(unusable)
  .max(200, unusable)
  .regex(/^[A-Za-z0-9_+/-]+={0,2}$/, unusable)
  .transform((text) => Buffer.from(text, "base64url"));

const endpoint = z.string(unusable).min(1, unusable).max(2000, unusable);

/** A PushSubscription's `toJSON` (W3C Push API). */
export const subscribeSchema = z.object({
  endpoint: endpoint.transform((value, context) => {
    const normalized = normalizePushEndpoint(value);
    if (normalized) return normalized;
    context.addIssue({ code: "custom", message: "このプッシュ通知サービスには対応していません" });
    return z.NEVER;
  }),
  /** Not stored: the push service reports expired subscriptions. */
  expirationTime: z.number(unusable).nullish(),
  keys: z.object(
    {
      p256dh: bytes.refine(isPublicKey, unusable).transform((key) => key.toString("base64url")),
      auth: bytes
        .refine((secret) => secret.length === 16, unusable)
        .transform((secret) => secret.toString("base64url")),
    },
    unusable,
  ),
});

export type PushSubscriptionInput = z.infer<typeof subscribeSchema>;

export const pushStateReply = z.object({ endpoint: z.string().nullable(), session: z.string() }).meta({
  id: "PushState",
  description: "このブラウザの購読のアドレス（ないときはnull）と、ログインの公開名です。",
});

export const unsubscribeSchema = z.object({ endpoint });

export const vapidKeyReply = z
  .object({ publicKey: z.string() })
  .meta({ id: "VapidKey", description: "ブラウザの購読に使う公開鍵（base64url）です。" });

export const testPushSchema = z.object({ test: z.boolean().optional() });

export const testPushReply = z
  .object({ success: z.literal<boolean>(true), devices: z.int() })
  .meta({ id: "TestPush", description: "テスト通知を送る端末の数です。" });

/** Encryption needs an uncompressed point on P-256. */
function isPublicKey(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false;
  try {
    const own = createECDH("prime256v1");
    own.generateKeys();
    own.computeSecret(key);
    return true;
  } catch {
    return false;
  }
}
