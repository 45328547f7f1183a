import { expect, test } from "vitest";
import { pathAfterSignIn } from "./return-path.ts";
import {
  pathAfterFailure,
  readSignInFailure,
  type SignInFailure,
  signInFailures,
} from "./sign-in-failure.ts";

test.each([
  ["approved", "/", "/?from_auth=true"],
  ["approved", "/?track=5", "/?track=5&from_auth=true"],
  ["approved", "/search?search=%E5%A4%9C#x", "/search?search=%E5%A4%9C#x"],
  ["pending", "/profile", "/pending-approval"],
  ["denied", "/", "/access-denied"],
] as const)("%s, wanting %s, goes to %s", (state, wanted, path) => {
  expect(pathAfterSignIn(state, wanted)).toBe(path);
});

test.each<[SignInFailure, string, string]>([
  ["cancelled", "/profile?tab=favorites", "/sign-in?error=cancelled&redirect=%2Fprofile%3Ftab%3Dfavorites"],
  ["unreachable", "/premium?payment=true", "/premium?error=server_error&payment=true"],
  ["expired", "/premium/", "/premium?error=auth_failed"],
  ["cancelled", "/premium-success", "/sign-in?error=cancelled&redirect=%2Fpremium-success"],
])("%s on the way to %s ends at %s", (reason, wanted, path) => {
  expect(pathAfterFailure(reason, wanted)).toBe(path);
});

test("a query names a reason or none", () => {
  for (const reason of signInFailures) expect(readSignInFailure(reason)).toBe(reason);
  for (const junk of [null, "", "toString", "<script>"]) expect(readSignInFailure(junk)).toBeNull();
});
