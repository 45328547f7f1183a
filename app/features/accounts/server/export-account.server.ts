import { z } from "zod";
import { LimitReached } from "#app/features/domain-error.ts";
import { accountLifecycles } from "./account-lifecycles.server.ts";

const running = new Set<string>();
const retryAfterS = 10;

/** Schema of `GET /api/auth/export`: the fields of all account lifecycles in their order. */
export function accountExportReply() {
  const fields = accountLifecycles().flatMap(({ exports }) => Object.entries(exports ?? {}));
  return z
    .object({
      exportedAt: z.date(),
      ...Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    })
    .meta({ id: "AccountExport", description: "本人について保存しているすべてのデータです。" });
}

/**
 * All data of a member for `GET /api/auth/export`. Shows other people as everybody sees them, and only approved ones. Omits
 * what only works inside: hashes, search text, file names. Times are ISO 8601 in the JSON, durations seconds. Throws
 * `NotFound` when the account is gone, `LimitReached` while the member's other export runs.
 */
export async function exportAccount(options: {
  viewer: { id: string };
}): Promise<{ exportedAt: Date; [field: string]: unknown }> {
  const { viewer } = options;
  if (running.has(viewer.id)) {
    throw new LimitReached("データを準備しています。しばらくしてから、もう一度お試しください。", retryAfterS);
  }
  running.add(viewer.id);
  try {
    const data: { exportedAt: Date; [field: string]: unknown } = { exportedAt: new Date() };
    for (const { exports = {} } of accountLifecycles()) {
      for (const [name, field] of Object.entries(exports)) data[name] = await field.read(viewer.id);
    }
    return data;
  } finally {
    running.delete(viewer.id);
  }
}
