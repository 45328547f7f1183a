import { afterAll, beforeAll, expect, test } from "vitest";
import { IdentityProvider } from "#test/servers/identity-provider.ts";
import { discoverProvider } from "./identity-provider.server.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await IdentityProvider.start();
});
afterAll(() => provider.stop());

test("a provider is looked up once; a look-up that failed is not remembered", async () => {
  const document = {
    issuer: "https://evil.example",
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
  };
  for (const trouble of [
    "refuses connections",
    "never answers",
    { status: 500 },
    { status: 200, body: "no document" },
    { status: 200, body: { issuer: provider.issuer } },
    { status: 200, body: document },
  ] as const) {
    provider.troubles = { discovery: trouble };
    await expect(discoverProvider(provider.issuer, { timeoutMs: 200 })).rejects.toMatchObject({
      reason: "unreachable",
    });
  }
  provider.troubles = {};
  const before = provider.lookUps;
  const found = await Promise.all(Array.from({ length: 5 }, () => discoverProvider(provider.issuer)));
  expect(found[4]).toMatchObject({ issuer: provider.issuer, tokenEndpoint: `${provider.issuer}/token` });
  expect(provider.lookUps - before).toBe(1);
});
