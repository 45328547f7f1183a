import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { minPasswordLength } from "#app/features/admin/operators/operators.ts";
import { allowPasswordSignIn } from "#app/features/admin/passkeys/password-sign-in.server.ts";
import { setAdminPassword } from "#app/features/admin/session/admin-credentials.server.ts";
import { endAdminSessions } from "#app/features/admin/session/admin-session.server.ts";
import { firstOperatorId } from "#app/features/admin/session/admin-session.ts";
import { weaknessOf } from "#app/features/admin/session/new-password.schema.ts";
import { removeSecondFactor } from "#app/features/admin/session/second-factor.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { rotateSigningKey } from "#app/features/provenance/server/site-keys.server.ts";
import { hashPassword } from "#app/lib/password-hash.ts";
import { CommandError, parseArguments, print, runCommand, UsageError } from "./command.ts";

const usage = `Usage: npm run admin -- password [--stdin]
       npm run admin -- sessions end
       npm run admin -- second-factor off
       npm run admin -- password-sign-in on
       npm run admin -- provenance-key new

  password      makes a new password of the admin's console, for ADMIN_USERNAME, and prints it once: with ADMIN_PASSWORD_HASH
                in the settings its hash, to put there; else it counts from now on, and every login in the console ends
    --stdin     takes the first line of the standard input as the password (12 characters at least)
  sessions end  ends every login in the console
  second-factor off
                lets ADMIN_USERNAME sign in by password alone, after the loss of the phone and of the recovery codes
  password-sign-in on
                lets ADMIN_USERNAME sign in by password again, after the loss of the passkeys; password and second-factor off do so too
  provenance-key new
                makes a new key that signs the provenance of tracks; what the old one has signed stays valid`;

/** `npm run admin`: replaces the console's password and ends its sessions. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runCommand(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({ args, allowPositionals: true, options: { stdin: { type: "boolean", default: false } } }),
    );
    const command = positionals.join(" ");
    if (command === "password") return () => replacePassword(values.stdin);
    if (values.stdin) throw new UsageError("--stdin belongs to password");
    if (command === "sessions end") return endSessions;
    if (command === "second-factor off") return endSecondFactor;
    if (command === "password-sign-in on") return openPasswordSignIn;
    if (command === "provenance-key new") return rotateKey;
    throw new UsageError(command ? `"admin ${command}" is no command` : "What to do?");
  });
}

async function replacePassword(isTyped: boolean): Promise<void> {
  const { ADMIN_PASSWORD_HASH: configured, ADMIN_USERNAME: username } = environment();
  const password = isTyped ? await readPassword() : randomBytes(16).toString("base64url");
  const shown = isTyped ? [] : [`password  ${password}   (shown this once)`];
  if (configured) {
    print([...shown, `ADMIN_PASSWORD_HASH=${await hashPassword(password)}`].join("\n"));
    console.error("Put this hash into the settings and start the server again: every login then ends.");
    await sayIfPasswordOpensAgain();
    return;
  }
  const ended = await setAdminPassword({ password, actor: operatorActor });
  print([`admin     ${username}`, ...shown].join("\n"));
  console.error(`The new password counts from now on. ${countOf(ended)} ended.`);
  await sayIfPasswordOpensAgain();
}

async function readPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    if (Array.from(line).length < minPasswordLength)
      throw new CommandError(`The password needs ${minPasswordLength} characters at least.`);
    if (weaknessOf(line))
      throw new CommandError("The password is easy to guess: no runs, repetitions and words of the site.");
    return line;
  }
  throw new CommandError("The standard input is empty.");
}

async function endSessions(): Promise<void> {
  print(`${countOf(await endAdminSessions({ actor: operatorActor }))} ended.`);
}

async function endSecondFactor(): Promise<void> {
  await sayIfPasswordOpensAgain();
  const operatorId = firstOperatorId;
  const isOff = await removeSecondFactor({ actor: operatorActor, operatorId });
  print(isOff ? "The second factor is off." : "There was no second factor.");
}

const allowPassword = () => allowPasswordSignIn({ actor: operatorActor, operatorId: firstOperatorId });

async function openPasswordSignIn(): Promise<void> {
  print((await allowPassword()) ? "The sign-in by password is on again." : "The sign-in by password was on.");
}

/** Otherwise a new password would open nothing. */
async function sayIfPasswordOpensAgain(): Promise<void> {
  if (await allowPassword()) console.error("The sign-in by password is on again.");
}

async function rotateKey(): Promise<void> {
  print(`key       ${await rotateSigningKey({ actor: operatorActor })}`);
}

const countOf = (logins: number) => `${logins} ${logins === 1 ? "login" : "logins"}`;
