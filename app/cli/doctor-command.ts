import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { checkUp } from "#app/features/health/check-up.server.ts";
import { stateSigns } from "#app/features/health/finding.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { parseArguments, print, runStandalone } from "./command.ts";

const usage = `Usage: npm run doctor

Looks whether all that the settings name is there and works, and says what mends the rest. Changes nothing; works with
and without a running server. Exits with 1 when something is wrong.`;

/** `npm run doctor`. Returns the exit code. */
export async function run(args: string[]): Promise<number> {
  let isWrong = false;
  const code = await runStandalone(usage, () => {
    parseArguments(() => parseArgs({ args, options: {} }));
    // Throws, with a line for each wrong setting.
    const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
    return async () => {
      const databaseError = await openDatabase({ url, dataDir, migrate: false }).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
      );
      const findings = await checkUp(databaseError === undefined ? {} : { databaseError });
      await closeDatabase();
      for (const { title, state, text, remedy } of findings) {
        print(`${stateSigns[state]} ${title}：${text}`);
        if (remedy && state !== "good") print(`    → ${remedy}`);
      }
      isWrong = findings.some(({ state }) => state === "bad");
    };
  });
  return code === 0 && isWrong ? 1 : code;
}
