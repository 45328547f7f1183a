import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What people see. */
export const screenRoutes: RouteConfigEntry[] = [
  index("routes/screens/home.tsx"),
  route("sign-in", "routes/screens/sign-in.tsx"),
  route("track/:id", "routes/screens/track.tsx"),
  // `/mugen/track/:id` too: the house is a poster as any other.
  route(":userId/track/:id", "routes/screens/track.tsx", { id: "track-of-poster" }),
  route("users/:userId/track/:id", "routes/screens/track.tsx", { id: "track-of-user" }),
  route("track/:id/like", "routes/screens/like-track.tsx"),
  route("favorites", "routes/screens/favorites.tsx"),
  route("create-post", "routes/screens/create-post.tsx"),
  route("create-post-v2", "routes/screens/create-post-v2.tsx"),
  route("search", "routes/screens/search.tsx"),
  route("notifications", "routes/screens/notifications.tsx"),
  route("profile", "routes/screens/profile.tsx"),
  route("*", "routes/screens/not-found.tsx"),
];
