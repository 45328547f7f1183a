import { expect, test } from "vitest";
import { mailServerOf, senderOf } from "./mail-settings.ts";

test("a password goes to other machines encrypted alone", () => {
  expect(mailServerOf("smtp://user%40x:p%2Fw@mail.example")).toEqual({
    host: "mail.example",
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: "user@x", pass: "p/w" },
  });
  expect(mailServerOf("smtps://user:pw@mail.example")).toMatchObject({ port: 465, secure: true });
  expect(mailServerOf("smtp://user:pw@[::1]:25")).toMatchObject({ host: "::1", port: 25, requireTLS: false });
  expect(mailServerOf("smtp://relay.example:25")).toEqual({
    host: "relay.example",
    port: 25,
    secure: false,
    requireTLS: false,
  });
});

test("letters come from the site's own host unless told otherwise", () => {
  const origin = { PUBLIC_ORIGIN: "https://mugen.example:8443" };
  expect(senderOf({ ...origin, MAIL_FROM: undefined })).toBe("no-reply@mugen.example");
  expect(senderOf({ ...origin, MAIL_FROM: "radio@elsewhere.example" })).toBe("radio@elsewhere.example");
  expect(senderOf({ PUBLIC_ORIGIN: undefined, MAIL_FROM: undefined })).toBe("no-reply@localhost");
  expect(senderOf({ PUBLIC_ORIGIN: "http://[::1]:3000", MAIL_FROM: undefined })).toBe("no-reply@localhost");
});
