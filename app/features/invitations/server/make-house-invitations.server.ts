import { write } from "#db/client.ts";
import { invitations } from "#db/schema/index.ts";
import { newInvitationCode } from "./new-invitation-code.server.ts";

/** Makes `count` codes of the house, which belong to no member, each for `maxUses` people. Returns the codes. */
export async function makeHouseInvitations(options: {
  count: number;
  maxUses: number;
  /** Null: they do not expire. */
  expiresAt: Date | null;
  now?: Date;
}): Promise<string[]> {
  const { count, maxUses, expiresAt, now = new Date() } = options;
  const codes = Array.from({ length: count }, newInvitationCode);
  const rows = codes.map((code) => ({ code, maxUses, expiresAt, createdAt: now }));
  await write((tx) => tx.insert(invitations).values(rows).returning({ code: invitations.code }));
  return codes;
}
