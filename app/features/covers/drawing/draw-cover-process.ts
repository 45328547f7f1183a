import { setPriority } from "node:os";
import type { CoverSpec } from "../cover.ts";
import { drawCover } from "./draw-cover.ts";

// Entry of the process that draws covers: receives a specification, sends the PNG, and ends when the server disconnects.
// With a low priority, so that it does not delay requests.
setPriority(10);
process.on("disconnect", () => process.exit());
process.on("message", (spec: CoverSpec) => {
  drawCover(spec).then(
    (png) => process.send?.(png),
    (error: unknown) => {
      process.stderr.write(String(error));
      process.exit(1);
    },
  );
});
