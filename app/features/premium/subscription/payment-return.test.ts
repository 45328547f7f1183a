import { expect, test } from "vitest";
import { readPaymentReturn } from "./payment-return.ts";

test.each([
  [
    "payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
    {
      status: "succeeded",
      paymentIntent: "pi_1",
      sessionId: undefined,
      isSecret: true,
    },
  ],
  [
    "setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=requires_action",
    {
      status: "failed",
      paymentIntent: undefined,
      sessionId: undefined,
      isSecret: true,
    },
  ],
  [
    "session_id=cs_test_1",
    {
      status: "succeeded",
      paymentIntent: undefined,
      sessionId: "cs_test_1",
      isSecret: true,
    },
  ],
  [
    "redirect_status=processing",
    { status: "processing", paymentIntent: undefined, sessionId: undefined, isSecret: false },
  ],
  ["anything=1", { status: null, paymentIntent: undefined, sessionId: undefined, isSecret: true }],
  ["", { status: null, paymentIntent: undefined, sessionId: undefined, isSecret: false }],
])("%s", (query, expected) => {
  expect(readPaymentReturn(new URLSearchParams(query))).toEqual(expected);
});
