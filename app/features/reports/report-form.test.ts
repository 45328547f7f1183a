import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { ReportForm } from "./report-form.tsx";

const shown: { formResult?: FormResult | undefined } = {};
const Shown = () =>
  createElement(ReportForm, {
    action: "/track/1/report",
    previous: null,
    formResult: shown.formResult,
    returnPath: "/track/1",
  });

/** The border of the list of reasons, by its class. */
function borderOfReasons(formResult: FormResult | undefined): string {
  shown.formResult = formResult;
  const html = renderToString(createElement(createRoutesStub([{ path: "/", Component: Shown }])));
  return /<div class="[^"]*divide-y[^"]* (border-(?:danger|line-strong))[ "]/.exec(html)?.[1] ?? "";
}

test("the list of reasons is drawn as wrong as a text field is, where none was chosen", () => {
  expect(borderOfReasons(undefined)).toBe("border-line-strong");
  const result = {
    status: "error" as const,
    initialValue: { comment: "" },
    error: { reason: ["理由を選んでください"] },
  };
  expect(borderOfReasons({ result, status: 400, code: "invalid" })).toBe("border-danger");
});
