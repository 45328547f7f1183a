import { expect, test } from "vitest";
import { senderAddress, smtpOptions } from "./mail-transport.server.ts";

test("a password is only sent to other machines over TLS", () => {
  expect(smtpOptions("smtp://user%40x:p%2Fw@mail.example")).toEqual({
    host: "mail.example",
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: "user@x", pass: "p/w" },
  });
  expect(smtpOptions("smtps://user:pw@mail.example")).toMatchObject({ port: 465, secure: true });
  expect(smtpOptions("smtp://user:pw@[::1]:25")).toMatchObject({ host: "::1", port: 25, requireTLS: false });
  expect(smtpOptions("smtp://relay.example:25")).toEqual({
    host: "relay.example",
    port: 25,
    secure: false,
    requireTLS: false,
  });
});

test("the sender is at the site's host unless MAIL_FROM is set", () => {
  const origin = { PUBLIC_ORIGIN: "https://mugen.example:8443" };
  expect(senderAddress({ ...origin, MAIL_FROM: undefined })).toBe("no-reply@mugen.example");
  expect(senderAddress({ ...origin, MAIL_FROM: "radio@elsewhere.example" })).toBe("radio@elsewhere.example");
  expect(senderAddress({ PUBLIC_ORIGIN: undefined, MAIL_FROM: undefined })).toBe("no-reply@localhost");
  expect(senderAddress({ PUBLIC_ORIGIN: "http://[::1]:3000", MAIL_FROM: undefined })).toBe(
    "no-reply@localhost",
  );
});
