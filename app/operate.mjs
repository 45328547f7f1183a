// Runs a command of the operators: `node app/operate.mjs invite|members …`. Beside a running server or without one.
import { explain, importBuilt } from "./built.mjs";

const [name, ...args] = process.argv.slice(2);
if (name !== "invite" && name !== "members") {
  console.error("Usage: node app/operate.mjs invite|members …");
  process.exit(2);
}
try {
  const { run } = await importBuilt(name);
  process.exitCode = await run(args);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
