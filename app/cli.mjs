// Runs an operator command: `node app/cli.mjs admin|invite|members|messages|tracks …`. Beside a running server or without one.
import { describeStartError, importBuild } from "./build/load-build.mjs";

const [name, ...args] = process.argv.slice(2);
if (!["admin", "invite", "members", "messages", "tracks"].includes(name)) {
  console.error("Usage: node app/cli.mjs admin|invite|members|messages|tracks …");
  process.exit(2);
}
try {
  const { run } = await importBuild(name);
  process.exitCode = await run(args);
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
