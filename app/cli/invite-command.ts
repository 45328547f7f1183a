import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { createOfficialInvitations } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { CommandError, parseArguments, parseCount, print, runCommand, UsageError } from "./command.ts";

const usage = `Usage: npm run invite -- [--uses N] [--expires TIME] [--count N]

Prints invitation links, one a line.
  --uses N        people who can join by each link (1)
  --expires TIME  how long it can be used: 30m, 12h, 7d or 4w (without an end)
  --count N       how many links (1)`;

const units: ReadonlyMap<string, number> = new Map([
  ["m", minuteMs],
  ["h", hourMs],
  ["d", dayMs],
  ["w", 7 * dayMs],
]);
const maxDurationMs = 10 * 366 * dayMs;

/** `npm run invite`: creates official invitations. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values } = parseArguments(() =>
      parseArgs({
        args,
        options: {
          uses: { type: "string", default: "1" },
          count: { type: "string", default: "1" },
          expires: { type: "string" },
        },
      }),
    );
    const maxUses = parseCount("uses", values.uses, 100_000);
    const count = parseCount("count", values.count, 1000);
    const expiresAt =
      values.expires === undefined ? null : new Date(Date.now() + parseDuration(values.expires));
    const settings = environment();
    if (!settings.PUBLIC_ORIGIN && settings.PORT === 0)
      throw new CommandError("Set PUBLIC_ORIGIN: with PORT=0 nobody knows the links' address beforehand.");
    return async () => {
      const codes = await createOfficialInvitations({ count, maxUses, expiresAt, actor: operatorActor });
      for (const code of codes) print(`${siteOrigin(settings)}/i/${code}`);
      const until = expiresAt ? `, until ${expiresAt.toISOString()}` : "";
      console.error(
        `${count} ${count === 1 ? "link" : "links"}, each for ${maxUses} ${maxUses === 1 ? "person" : "people"}${until}.`,
      );
    };
  });
}

/** `7d` in milliseconds. Throws `UsageError`. */
function parseDuration(text: string): number {
  const [, amount = "", unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const time = Number(amount) * (units.get(unit) ?? 0);
  if (time > 0 && time <= maxDurationMs) return time;
  throw new UsageError(`--expires takes a time such as 12h or 7d, at most ten years, not "${text}"`);
}
