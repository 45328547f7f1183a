export * from "./creation.ts";
export * from "./listening.ts";
export * from "./notifications.ts";
export * from "./people.ts";
export * from "./playlists.ts";
export * from "./support.ts";
export * from "./tracks.ts";
export * from "./users.ts";
