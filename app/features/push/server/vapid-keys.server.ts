import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";

const settingKey = "vapid_keys";
const vapidKeysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** base64url: the public point on P-256, and the private key. */
type VapidKeys = z.infer<typeof vapidKeysSchema>;

let cachedKeys: VapidKeys | undefined;

/**
 * The keys that identify this installation to push services (RFC 8292). Generated once and stored, because every subscription
 * is bound to them; of concurrent processes the first wins.
 */
export async function vapidKeys(): Promise<VapidKeys> {
  cachedKeys ??= (await readKeys()) ?? (await generateKeys());
  return cachedKeys;
}

async function readKeys(): Promise<VapidKeys | null> {
  const stored = await readSetting(primary, settingKey);
  return stored ? vapidKeysSchema.parse(JSON.parse(stored)) : null;
}

async function generateKeys(): Promise<VapidKeys> {
  const { default: webPush } = await import("web-push");
  const generated = webPush.generateVAPIDKeys();
  await write((tx) =>
    tx
      .insert(settings)
      .values({ key: settingKey, value: JSON.stringify(generated) })
      .onConflictDoNothing(),
  );
  const stored = await readKeys();
  if (!stored) throw new Error("the VAPID keys were not stored");
  return stored;
}

/** The operator's contact for push services (RFC 8292 §2.1): `SUPPORT_EMAIL`, or the site's URL. */
export function vapidSubject(
  settingsOfSite: { SUPPORT_EMAIL?: string | undefined; PUBLIC_ORIGIN?: string | undefined } = environment(),
): string {
  const { SUPPORT_EMAIL, PUBLIC_ORIGIN } = settingsOfSite;
  if (SUPPORT_EMAIL) return `mailto:${SUPPORT_EMAIL}`;
  if (PUBLIC_ORIGIN?.startsWith("https:")) return PUBLIC_ORIGIN;
  // A local installation has no public contact, but the standard requires a mailto or https URL.
  return "mailto:postmaster@localhost";
}
