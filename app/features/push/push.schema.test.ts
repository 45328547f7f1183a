import { expect, test } from "vitest";
import { readEnvironment } from "#app/config/environment.ts";
import { normalizePushEndpoint } from "./push.schema.ts";

const services = readEnvironment({}).PUSH_SERVICES;

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:DEF_-",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYA%2fx",
  "https://web.push.apple.com/QGEx",
])("%s is accepted", (endpoint) => {
  expect(normalizePushEndpoint(endpoint, services)).toBe(endpoint);
});

test.each([
  "",
  "fcm.googleapis.com/x",
  "http://fcm.googleapis.com/x",
  "ftp://fcm.googleapis.com/x",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data/",
  "https://169.254.169.254/",
  "https://2852039166/",
  "https://localhost/x",
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://[::ffff:169.254.169.254]/x",
  "https://evil.example/x",
  "https://evil.example/fcm.googleapis.com",
  "https://evil.example?fcm.googleapis.com",
  "https://evil.example#fcm.googleapis.com",
  "https://fcm.googleapis.com.evil.example/x",
  "https://xfcm.googleapis.com/x",
  "https://evilpush.apple.com/x",
  "https://push.apple.com/x",
  "https://push.apple.com.evil.example/x",
  "https://fcm.googleapis.com:8443/x",
  "https://fcm.googleapis.com:22/x",
  "https://fcm.googleapis.com./x",
  "https://fcm.googleapis.com@evil.example/x",
  "https://me:secret@fcm.googleapis.com/x",
  "https://me@web.push.apple.com/x",
  "https://fcm.googleapis.com/x#y",
  "https://fcm.googleapis.c\u043Em/x",
  "https://evil.example\\@fcm.googleapis.com/x",
])("%j is rejected", (endpoint) => {
  expect(normalizePushEndpoint(endpoint, services)).toBeNull();
});

test("endpoints are normalized", () => {
  expect(normalizePushEndpoint("HTTPS://FCM.googleapis.com:443/a b", services)).toBe(
    "https://fcm.googleapis.com/a%20b",
  );
  expect(normalizePushEndpoint("https://ｆcm.googleapis.com/x", services)).toBe(
    "https://fcm.googleapis.com/x",
  );
});

test("an origin in the setting allows exactly that origin", () => {
  const own = readEnvironment({ PUSH_SERVICES: "http://127.0.0.1:4000, https://push.example:8443" });
  expect(normalizePushEndpoint("http://127.0.0.1:4000/x", own.PUSH_SERVICES)).toBe("http://127.0.0.1:4000/x");
  expect(normalizePushEndpoint("https://push.example:8443/x", own.PUSH_SERVICES)).toBe(
    "https://push.example:8443/x",
  );
  for (const endpoint of [
    "http://127.0.0.1:4001/x",
    "https://127.0.0.1:4000/x",
    "http://localhost:4000/x",
    "https://push.example/x",
    "https://fcm.googleapis.com/x",
  ])
    expect(normalizePushEndpoint(endpoint, own.PUSH_SERVICES)).toBeNull();
});

test.each([
  "*",
  "com",
  "*.com/x",
  "http://push.example",
  "https://push.example/x",
  "a.b c.d",
  "fcm.googleapis.com:443",
])("PUSH_SERVICES=%s is refused", (PUSH_SERVICES) => {
  expect(() => readEnvironment({ PUSH_SERVICES })).toThrow("PUSH_SERVICES");
});
