import { createHash, randomUUID } from "node:crypto";
import { and, desc, eq, ne } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import { type Db, primary, write } from "#db/client.ts";
import { pushSubscriptions } from "#db/schema/index.ts";
import type { PushSubscriptionInput } from "../push.schema.ts";
import { normalizeEndpoint, removeSurplus } from "./push-devices.server.ts";

/**
 * Subscribes an operator's browser until it is removed: alerts come after a login has ended. Another operator's becomes this
 * one's. Returns the subscription's id.
 */
export async function subscribeOperator(options: {
  operatorId: string;
  deviceInfo: string;
  subscription: PushSubscriptionInput;
}): Promise<string> {
  const { operatorId, deviceInfo, subscription } = options;
  const { endpoint, keys } = subscription;
  const values = { operatorId, deviceInfo: deviceInfo.slice(0, 200), ...keys, createdAt: new Date() };
  return write(async (tx) => {
    // Deleted, not moved: its pending messages belong to the other operator.
    await tx
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpoint, endpoint),
          eq(pushSubscriptions.audience, "operator"),
          ne(pushSubscriptions.operatorId, operatorId),
        ),
      );
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), audience: "operator", endpoint, ...values })
      .onConflictDoUpdate({
        target: [pushSubscriptions.endpoint, pushSubscriptions.audience],
        set: values,
      })
      .returning({ id: pushSubscriptions.id });
    await removeSurplus(tx, { operatorId });
    return row?.id ?? "";
  });
}

/** Whether messages of an operator still go there. */
export async function isOperatorDevice(id: string): Promise<boolean> {
  const { audience } = pushSubscriptions;
  const found = and(eq(pushSubscriptions.id, id), eq(audience, "operator"));
  return (await primary.$count(pushSubscriptions, found)) > 0;
}

/** Ends one browser of an operator. A missing one is no error. */
export async function unsubscribeOperator(options: {
  operatorId: string;
  of: { endpoint: string } | { id: string };
}): Promise<void> {
  const { operatorId, of } = options;
  const { id, endpoint } = pushSubscriptions;
  const isNamed = "id" in of ? eq(id, of.id) : eq(endpoint, normalizeEndpoint(of.endpoint));
  await write((tx) =>
    tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.operatorId, operatorId), isNamed)),
  );
}

export async function unsubscribeOperatorEverywhere(tx: Db, operatorId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.operatorId, operatorId));
}

/** Latest first. */
export async function listOperatorDevices(operatorId: string) {
  const rows = await primary
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.operatorId, operatorId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return rows.map(({ id, deviceInfo, createdAt: since, endpoint }) => ({
    id,
    device: describeDevice(deviceInfo ?? ""),
    since,
    /** Of the endpoint, which is a secret: a browser knows itself by it. */
    digest: createHash("sha256").update(endpoint).digest("base64url"),
  }));
}
