// Runs an operator command: `node app/cli.mjs NAME …`. Beside a running server or without one.
import { describeStartError, importBuild } from "./build/load-build.mjs";

const [name, ...args] = process.argv.slice(2);
const commands = [
  "admin",
  "backup",
  "doctor",
  "incident",
  "invite",
  "members",
  "messages",
  "restore",
  "storage",
  "tracks",
  "verify",
];
if (!commands.includes(name)) {
  console.error(`Usage: node app/cli.mjs ${commands.join("|")} …`);
  process.exit(2);
}
try {
  // Also after an update that nobody has started yet: the database is that of the build before.
  const { run } = await importBuild(name, { asItIs: true });
  process.exitCode = await run(args);
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
