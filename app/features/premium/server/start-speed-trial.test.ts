import { expect, test } from "vitest";
import { findSession, startSession } from "#app/features/accounts/sessions/session.server.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { entitlementsOf } from "../premium.ts";
import { startSpeedTrial } from "./start-speed-trial.server.ts";

withDatabase();

const hourMs = 60 * 60 * 1000;
const later = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs);

test("a trial lasts 24 hours and is given once", async () => {
  const viewer = await addMember();
  const now = new Date();
  const endsAt = later(now, 24);
  expect(await startSpeedTrial({ viewer, now })).toEqual(endsAt);
  expect(await startSpeedTrial({ viewer, now: later(now, 23.9) })).toEqual(endsAt);
  await expect(startSpeedTrial({ viewer, now: endsAt })).rejects.toThrow(
    new Forbidden("2.0倍速はプレミアム会員限定機能です"),
  );
  const session = await findSession(await startSession({ userId: viewer.id, deviceInfo: "" }));
  expect(session?.speedTrialEndsAt).toEqual(endsAt);
  expect(entitlementsOf(session, now)).toEqual({
    adFree: false,
    doubleSpeed: true,
    backgroundPlay: false,
    highQuality: false,
    offline: false,
    premiumOnlyTracks: false,
  });
  expect(entitlementsOf(session, endsAt).doubleSpeed).toBe(false);
});

test("concurrent starts get the same trial", async () => {
  const viewer = await addMember();
  const now = Date.now();
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, n) => startSpeedTrial({ viewer, now: new Date(now + n) })),
  );
  expect(new Set(ends.map((end) => end?.getTime())).size).toBe(1);
});

test("premium has the speed without using up the trial", async () => {
  const viewer = await addMember({ isPremium: true });
  expect(entitlementsOf(viewer)).toEqual({
    adFree: true,
    doubleSpeed: true,
    backgroundPlay: true,
    highQuality: true,
    offline: true,
    premiumOnlyTracks: true,
  });
  expect(await startSpeedTrial({ viewer })).toBeNull();
  const session = await findSession(await startSession({ userId: viewer.id, deviceInfo: "" }));
  expect(session?.speedTrialEndsAt).toBeNull();
});

test.each([
  ["a visitor", null, false],
  ["expired premium", { isPremium: true, premiumEndDate: new Date(0), speedTrialEndsAt: null }, false],
  ["a trial that is over", { isPremium: false, premiumEndDate: null, speedTrialEndsAt: new Date(0) }, false],
])("%s has no double speed", (_, account, doubleSpeed) => {
  expect(entitlementsOf(account)).toEqual({
    adFree: false,
    doubleSpeed,
    backgroundPlay: false,
    highQuality: false,
    offline: false,
    premiumOnlyTracks: false,
  });
});
