export * from "./creation.ts";
export * from "./tracks.ts";
export * from "./users.ts";
