import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { auditLog, dailyStatistics, emails } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { isMorningEmailOn, sendMorningEmail, setMorningEmail } from "./morning-email.server.ts";

withDatabase();

beforeEach(() => Object.assign(environment(), { SUPPORT_EMAIL: "staff@example.com" }));
afterEach(() => Object.assign(environment(), { SUPPORT_EMAIL: undefined }));

const actor = { kind: "admin", name: "花" } as const;
const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, "0")}:05:00+09:00`);
const sent = () => db.select().from(emails).where(eq(emails.template, "morning"));

test("the numbers of yesterday go out once a morning, from seven on, only where that is switched on", async () => {
  await write((tx) =>
    tx.insert(dailyStatistics).values([
      { day: "2026-11-27", metric: "plays", value: 1234 },
      { day: "2026-11-27", metric: "listening_seconds", value: 3600 },
      { day: "2026-11-28", metric: "plays", value: 9 },
    ]),
  );
  expect(await sendMorningEmail(at("2026-11-28", 8))).toBe(false);
  const moderator = { ...actor, role: "moderator" } as const;
  await expect(setMorningEmail({ actor: moderator, isOn: true })).rejects.toThrow(Forbidden);
  await setMorningEmail({ actor, isOn: true, now: at("2026-11-27", 22) });
  expect(await isMorningEmailOn()).toBe(true);
  expect(await sendMorningEmail(at("2026-11-28", 6))).toBe(false);
  const both = await Promise.all([
    sendMorningEmail(at("2026-11-28", 7)),
    sendMorningEmail(at("2026-11-28", 7)),
  ]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await sendMorningEmail(at("2026-11-28", 9))).toBe(false);
  const [email] = await sent();
  expect(email).toMatchObject({ to: "staff@example.com", values: { day: "2026-11-27" } });
  expect(email?.values.numbers).toContain("再生\t1,234回\n会員が聴いた時間\t60分");

  // A morning that nobody was there for is left out.
  expect(await sendMorningEmail(at("2026-11-29", 13))).toBe(false);
  expect(await sendMorningEmail(at("2026-11-30", 7))).toBe(true);
  await setMorningEmail({ actor, isOn: false });
  expect(await sendMorningEmail(at("2026-12-01", 7))).toBe(false);
  expect(await sent()).toHaveLength(2);
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({ action: "settings.morning-email", actorName: "花", after: { isOn: false } });
});
