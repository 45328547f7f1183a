import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/api/admin/${name}.ts`;

/** The calls of the admin's console. */
export const adminApiRoutes: RouteConfigEntry[] = [
  route("api/admin/status", file("status")),
  route("api/admin/login", file("login")),
  route("api/admin/logout", file("logout")),
  route("api/admin/themes", file("themes")),
  route("api/admin/themes/:id/status", file("theme-status")),
  route("api/admin/themes/:id/generate-audio", file("generate-audio")),
  route("api/admin/youtube/extract", file("extract-themes")),
  route("api/admin/tasks", file("tasks")),
  route("api/admin/tasks/failed", file("clear-failed-tasks")),
  route("api/admin/tasks/:id/cancel", file("cancel-task")),
  route("api/admin/cleanup/invalid-tasks", file("clear-invalid-tasks")),
  route("api/admin/uploads", file("uploads")),
  route("api/admin/uploads/:id", file("upload")),
  route("api/generate-content", "routes/api/generate-content.ts"),
  route("api/admin/users", file("users/list")),
  route("api/admin/users/search", file("users/search")),
  route("api/admin/users/premium", file("users/premium-of")),
  route("api/admin/users/invitation-status", file("users/invitation-status")),
  route("api/admin/users/:userId", file("users/member")),
  route("api/admin/users/:userId/premium", file("users/premium")),
  route("api/admin/users/:userId/state", file("users/state")),
  route("api/admin/users/:userId/listening-history", file("users/listening-history")),
  route("api/admin/users/:userId/sessions", file("users/sessions")),
  route("api/admin/users/:userId/sessions/:sessionId", file("users/session")),
  route("api/admin/files/location", file("files-location")),
  route("api/admin/files/sync-all", file("files-sync-all")),
  route("api/admin/files/sync/:id", file("files-sync")),
  route("api/admin/tracks/:id/audio", file("track-audio")),
];
