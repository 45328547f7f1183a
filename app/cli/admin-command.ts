import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { setAdminPassword } from "#app/features/admin/session/admin-credentials.server.ts";
import { endAdminSessions } from "#app/features/admin/session/admin-session.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { hashPassword } from "#app/lib/password-hash.ts";
import { CommandError, parseArguments, print, runCommand, UsageError } from "./command.ts";

const usage = `Usage: npm run admin -- password [--stdin]
       npm run admin -- sessions end

  password      makes a new password of the admin's console, for ADMIN_USERNAME, and prints it once: with ADMIN_PASSWORD_HASH
                in the settings its hash, to put there; else it counts from now on, and every login in the console ends
    --stdin     takes the first line of the standard input as the password (12 characters at least)
  sessions end  ends every login in the console`;

const minLength = 12;

/** `npm run admin`: replaces the password of the console and ends its sessions. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({ args, allowPositionals: true, options: { stdin: { type: "boolean", default: false } } }),
    );
    const command = positionals.join(" ");
    if (command === "password") return () => replacePassword(values.stdin);
    if (values.stdin) throw new UsageError("--stdin belongs to password");
    if (command === "sessions end") return endSessions;
    throw new UsageError(command ? `"admin ${command}" is no command` : "What to do?");
  });
}

async function replacePassword(isTyped: boolean): Promise<void> {
  const { ADMIN_PASSWORD_HASH: configured, ADMIN_USERNAME: username } = environment();
  const password = isTyped ? await readPassword() : randomBytes(12).toString("base64url");
  const shown = isTyped ? [] : [`password  ${password}   (shown this once)`];
  if (configured) {
    print([...shown, `ADMIN_PASSWORD_HASH=${await hashPassword(password)}`].join("\n"));
    console.error("Put this hash into the settings and start the server again: every login then ends.");
    return;
  }
  const ended = await setAdminPassword({ password, actor: operatorActor });
  print([`admin     ${username}`, ...shown].join("\n"));
  console.error(`The new password counts from now on. ${countOf(ended)} ended.`);
}

async function readPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    if (line.length < minLength)
      throw new CommandError(`The password needs ${minLength} characters at least.`);
    return line;
  }
  throw new CommandError("The standard input is empty.");
}

async function endSessions(): Promise<void> {
  print(`${countOf(await endAdminSessions({ actor: operatorActor }))} ended.`);
}

const countOf = (logins: number) => `${logins} ${logins === 1 ? "login" : "logins"}`;
