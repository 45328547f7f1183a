import { eq } from "drizzle-orm";
import webPush from "web-push";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";

const settingKey = "vapid_keys";
const vapidKeysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** base64url: a point of P-256, and its secret. */
export type VapidKeys = z.infer<typeof vapidKeysSchema>;

let known: VapidKeys | undefined;

/**
 * The keys by which push services know this installation (RFC 8292). Made when first asked for and kept in the database,
 * for every browser's subscription is bound to them; of processes that make them at the same moment one wins.
 */
export async function vapidKeys(): Promise<VapidKeys> {
  known ??= (await readKeys()) ?? (await makeKeys());
  return known;
}

async function readKeys(): Promise<VapidKeys | null> {
  const [row] = await primary.select().from(settings).where(eq(settings.key, settingKey));
  return row ? vapidKeysSchema.parse(JSON.parse(row.value)) : null;
}

async function makeKeys(): Promise<VapidKeys> {
  const made = webPush.generateVAPIDKeys();
  await write((tx) =>
    tx
      .insert(settings)
      .values({ key: settingKey, value: JSON.stringify(made) })
      .onConflictDoNothing()
      .returning({ key: settings.key }),
  );
  const kept = await readKeys();
  if (!kept) throw new Error("the keys of web push were not kept");
  return kept;
}

/** Whom a push service can write to about our messages: `SUPPORT_EMAIL`, or the site itself (RFC 8292 §2.1). */
export function vapidSubject(
  settingsOfSite: { SUPPORT_EMAIL?: string | undefined; PUBLIC_ORIGIN?: string | undefined } = environment(),
): string {
  const { SUPPORT_EMAIL, PUBLIC_ORIGIN } = settingsOfSite;
  if (SUPPORT_EMAIL) return `mailto:${SUPPORT_EMAIL}`;
  if (PUBLIC_ORIGIN?.startsWith("https:")) return PUBLIC_ORIGIN;
  // A trial on one's own machine has no address that others could use; the standard wants a mailto or https one.
  return "mailto:postmaster@localhost";
}
