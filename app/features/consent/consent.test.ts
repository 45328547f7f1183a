import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { consents } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { NotFound } from "../domain-error.ts";
import { consentOf } from "./consent.ts";
import { recordConsent, removeOldConsents } from "./server/record-consent.server.ts";

withDatabase();

const all = { cookieConsent: true, analyticsConsent: true };
const essential = { cookieConsent: true, analyticsConsent: false };
const find = async (id: string) => (await db.select().from(consents).where(eq(consents.id, id)))[0];

test("analytics need the consent to both", () => {
  expect(consentOf(all)).toBe("all");
  expect(consentOf(essential)).toBe("essential");
  expect(consentOf({ cookieConsent: false, analyticsConsent: true })).toBe("essential");
});

test("a visitor's answer can be changed, is bound by a member, and then only that member changes it", async () => {
  const [member, other] = [await addMember(), await addMember()];
  const id = `visit-${member.id}`;
  await recordConsent({ viewer: null, id, ...all });
  await recordConsent({ viewer: null, id, ...essential });
  expect(await find(id)).toMatchObject({ userId: null, ...essential });
  await recordConsent({ viewer: member, id, ...all });
  expect(await find(id)).toMatchObject({ userId: member.id, ...all });
  for (const viewer of [null, other])
    await expect(recordConsent({ viewer, id, ...essential })).rejects.toThrow(NotFound);
  expect(await find(id)).toMatchObject({ userId: member.id, ...all });
  await recordConsent({ viewer: member, id, ...essential });
  expect(await find(id)).toMatchObject({ userId: member.id, ...essential });
});

test("an answer goes after 13 months without a change", async () => {
  const id = "visit-long-ago";
  await recordConsent({ viewer: null, id, ...all });
  const later = (months: number, days: number) => {
    const at = new Date();
    at.setUTCDate(1);
    at.setUTCMonth(at.getUTCMonth() + months);
    at.setUTCDate(1 + days);
    return at;
  };
  await removeOldConsents(later(12, 0));
  expect(await find(id)).toBeDefined();
  await removeOldConsents(later(14, 3));
  expect(await find(id)).toBeUndefined();
});
