import { write } from "#db/client.ts";
import { markRead } from "./mark-read.server.ts";

/** Marks all that the member was told read (spec 2 §7). */
export async function readAll(options: { viewer: { id: string } }): Promise<void> {
  await write((tx) => markRead(tx, { userId: options.viewer.id }));
}
