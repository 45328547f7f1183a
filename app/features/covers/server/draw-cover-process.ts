import { setPriority } from "node:os";
import type { CoverOrder } from "../cover.ts";
import { drawCover } from "../draw-cover.ts";

// The entry of the process that draws covers: an order in, its PNG out, until the server lets go of it. Answers to
// people go before pictures.
setPriority(10);
process.on("disconnect", () => process.exit());
process.on("message", (order: CoverOrder) => {
  drawCover(order).then(
    (png) => process.send?.(png),
    (error: unknown) => {
      process.stderr.write(String(error));
      process.exit(1);
    },
  );
});
