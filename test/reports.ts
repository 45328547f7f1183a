import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** What a runner or a check came to. */
export interface Outcome {
  passed: number;
  failed: string[];
  skipped: number;
}

/** Enough to tell a wrong value from a time limit. */
const maxReasonLines = 16;
const maxReasonWidth = 240;

function withReason(name: string, reason = ""): string {
  const lines = stripVTControlCharacters(reason)
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, maxReasonLines);
  return [name, ...lines.map((line) => `      ${line.slice(0, maxReasonWidth)}`)].join("\n").trimEnd();
}

export const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string().optional(),
        assertionResults: z.array(
          z.object({
            status: z.string(),
            fullName: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform((report): Outcome => {
    const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const tests = assertionResults.filter((test) => test.status === "failed");
      if (status === "failed" && tests.length === 0) return [withReason(`${file} as a whole`, message)];
      return tests.map(({ fullName, failureMessages }) =>
        withReason(`${file} › ${fullName}`, failureMessages?.[0]),
      );
    });
    const { numPassedTests: passed, numPendingTests, numTodoTests } = report;
    return { passed, failed, skipped: numPendingTests + numTodoTests };
  });

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
export const playwrightReport = z
  .object({ suites: z.array(playwrightSuite), errors: z.array(z.object({ message: z.string().optional() })) })
  .transform(({ suites, errors }): Outcome => {
    const outcome: Outcome = { passed: 0, failed: errors.map(({ message }) => message ?? "e2e"), skipped: 0 };
    const walk = (suite: z.infer<typeof playwrightSuite>, above: string[]) => {
      const names = [...above, suite.title];
      for (const { title, tests } of suite.specs) {
        for (const { status, results } of tests) {
          if (status === "expected") outcome.passed++;
          else if (status === "skipped") outcome.skipped++;
          else outcome.failed.push(withReason([...names, title].join(" › "), results[0]?.error?.message));
        }
      }
      for (const inner of suite.suites ?? []) walk(inner, names);
    };
    for (const suite of suites) walk(suite, ["e2e"]);
    return outcome;
  });

/** A runner that failed without naming a test counts as one failure. */
export function readOutcome(o: {
  name: string;
  file: string;
  status: number;
  report: z.ZodType<Outcome>;
}): Outcome {
  let outcome: Outcome = { passed: 0, failed: [], skipped: 0 };
  try {
    outcome = o.report.parse(JSON.parse(readFileSync(o.file, "utf8")));
  } catch (error) {
    console.error(`no report in ${o.file}`, error);
  }
  if (o.status !== 0 && outcome.failed.length === 0) outcome.failed.push(o.name);
  return outcome;
}
