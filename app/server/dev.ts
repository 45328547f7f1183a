// Development: the same server with Vite's middleware in front and hot reload.
import { createServer } from "vite";

process.env.NODE_ENV ??= "development";
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { run } = await vite.ssrLoadModule("./app/server/main.ts");
await run({ assets: vite.middlewares });
