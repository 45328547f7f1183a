import { defineConfig } from "drizzle-kit";

process.env.DATABASE_URL = "postgres://schema-only";
export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/index.ts",
  out: "./db/migrations/postgres",
  casing: "snake_case",
});
