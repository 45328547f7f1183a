import { defineConfig } from "drizzle-kit";

delete process.env.DATABASE_URL;
export default defineConfig({
  dialect: "sqlite",
  schema: "./db/schema/index.ts",
  out: "./db/migrations/sqlite",
  casing: "snake_case",
});
