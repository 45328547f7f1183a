import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";
import { type MoneyList, moneyViews } from "./money.ts";

/** A file leaves the console, so that it stands in the log. */
export async function recordExport(options: { list: MoneyList; actor: Actor }): Promise<void> {
  const { list, actor } = options;
  const after = { view: moneyViews[list] };
  await write((tx) => recordAudit(tx, { actor, action: "payment.export", target: null, after }));
}
