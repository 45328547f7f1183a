import type { Expectation } from "./access-lines.ts";
import { callExpectations } from "./call-expectations.ts";
import { consoleExpectations } from "./console-expectations.ts";
import { pageExpectations } from "./page-expectations.ts";

export const expectations: readonly Expectation[] = [
  ...pageExpectations,
  ...consoleExpectations,
  ...callExpectations,
];
