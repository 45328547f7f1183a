import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { PurchaseResult } from "../subscription.ts";
import { PurchaseScreen } from "./purchase-screen.tsx";

const shown: PurchaseResult = { state: "paid" };
const Shown = () => createElement(PurchaseScreen, shown);

function textOf(state: PurchaseResult["state"]): string {
  shown.state = state;
  return renderToString(createElement(createRoutesStub([{ path: "/", Component: Shown }])));
}

test("premium is promised to those alone who have it; others read what is awaited", () => {
  expect(textOf("paid")).toContain("次のすべてをお使いいただけます");
  for (const state of ["unreachable", "failed"] as const) {
    expect(textOf(state)).toContain("確認でき次第、プレミアム機能をご利用いただけます");
    expect(textOf(state)).not.toMatch(
      /(が|、サービスは)、?プレミアム機能をご利用いただけます。|2\.0倍速再生/,
    );
  }
  for (const state of ["processing", "unknown", "unpaid"] as const)
    expect(textOf(state)).not.toMatch(/ご利用いただけます|お使いいただけます/);
});
