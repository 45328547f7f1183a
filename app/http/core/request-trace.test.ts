import { expect, test } from "vitest";
import { redactPath } from "./request-trace.server.ts";

test.each([
  ["/i/secret-code", "/i/:code"],
  ["//I/secret-code/more", "/i/:code"],
  ["/api/invitations/secret-code", "/api/invitations/:code"],
  ["/api/invitations/my", "/api/invitations/my"],
  ["/today/secret-token/feed.xml", "/today/:token/feed.xml"],
  ["/today", "/today"],
  ["/unsubscribe/secret-token", "/unsubscribe/:token"],
  ["/unsubscribe/secret-token.data", "/unsubscribe/:token"],
  ["/unsubscribe", "/unsubscribe"],
  ["/track/7", "/track/7"],
])("%s stands in the log as %s", (path, logged) => expect(redactPath(path)).toBe(logged));
