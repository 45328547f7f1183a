import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { stripeScriptUrl } from "#app/features/premium/subscription/stripe/stripe-origins.server.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

test("the webhook to set up has the events that are handled, in the API version of the package", () => {
  const handler = read("../app/features/premium/subscription/server/handle-stripe-event.server.ts");
  const handled = [...handler.matchAll(/case "(.+)":/g)].map(([, event]) => event);
  const guide = read("deploy.md");
  const [, listed = ""] = /```\n(\s+checkout\.session[\s\S]*?)```/.exec(guide) ?? [];
  expect(listed.trim().split(/\s+/).toSorted()).toEqual(handled.toSorted());
  expect(guide).toContain(`API version **${Stripe.API_VERSION}**`);
  // The browser's script is the release of that version.
  expect(stripeScriptUrl()).toContain(`/${Stripe.API_VERSION.split(".")[1]}/`);
});
