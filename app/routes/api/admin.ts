import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = (name: string) => `routes/api/admin/${name}.ts`;

/** The calls of the admin's console. */
export const adminApiRoutes: RouteConfigEntry[] = [
  route("api/admin/status", file("status")),
  route("api/admin/login", file("login")),
  route("api/admin/logout", file("logout")),
];
