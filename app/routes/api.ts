import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/api/${name}.ts`;

/** The JSON calls (and the two navigations of sign-in). Unknown paths below /api answer 404 as JSON. */
export const apiRoutes: RouteConfigEntry[] = [
  route("api/auth/user", file("auth/user")),
  route("api/auth/me", file("auth/me")),
  route("api/auth/logout", file("auth/logout")),
  route("api/auth/google", file("auth/google")),
  route("api/auth/premium-status", file("auth/premium-status")),
  route("api/access-control", file("access/access-control")),
  route("auth/google", file("auth/google"), { id: "auth-google-alias" }),
  route("api/posting-status", file("creation/posting-status")),
  route("api/generate-script", file("creation/generate-script")),
  route("api/regenerate-script", file("creation/regenerate-script")),
  route("api/generate-audio-preview", file("creation/generate-audio-preview")),
  route("api/v2/background-process", file("creation/background-process")),
  route("api/audio-tasks/user", file("creation/user-tasks")),
  route("api/audio-tasks/update-track-id", file("creation/update-track-id")),
  route("api/audio-tasks/:id", file("creation/task")),
  route("api/audio-tasks/:id/cancel", file("creation/cancel-task")),
  route("api/audio-tasks/:id/kill", file("creation/kill-task")),
  route("api/publish-track", file("creation/publish-track")),
  route("api/cleanup-preview/:filename", file("creation/cleanup-preview")),
  route("api/tracks", file("tracks/tracks")),
  route("api/tracks/:id", file("tracks/track")),
  route("api/tracks/:id/transcript.vtt", file("tracks/transcript")),
  route("api/likes/check/:id", file("likes/check")),
  route("api/likes/:id", file("likes/like")),
  route("api/user/favorites", file("likes/favorites")),
  // Else it would be taken for a track below the page of somebody called api.
  route("api/track/:id", file("unknown"), { id: "api-unknown-track" }),
  route("api/*", file("unknown")),
];
