import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A comment of a file that takes much longer than others, with why. */
const isLong = /^\/\/ long: \S/m;

/** Within a project long files begin first: one that began last would leave the other workers without work. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => {
      const long = new Set(own.filter(({ moduleId }) => isLong.test(readFileSync(moduleId, "utf8"))));
      return [...long, ...own.filter((file) => !long.has(file))];
    });
  }
}
