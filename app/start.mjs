// Starts the built server.
import { explain, importBuilt } from "./built.mjs";

try {
  const { run } = await importBuilt("server");
  await run();
} catch (error) {
  const said = explain(error);
  console.error(typeof said === "string" ? `Mugen can't start: ${said}` : said);
  process.exit(1);
}
