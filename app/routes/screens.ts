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
  route("history", "routes/screens/history.tsx"),
  route("create-post", "routes/screens/create-post.tsx"),
  route("create-post-v2", "routes/screens/create-post-v2.tsx"),
  route("search", "routes/screens/search.tsx"),
  route("notifications", "routes/screens/notifications.tsx"),
  route("invite-friends", "routes/screens/invite-friends.tsx"),
  route("profile", "routes/screens/profile.tsx"),
  route("profile/edit", "routes/screens/profile-edit.tsx"),
  route("profile/delete-track/:id", "routes/screens/delete-track.tsx"),
  route("profile/account", "routes/screens/account.tsx"),
  route("premium", "routes/screens/premium.tsx"),
  route("audio-test", "routes/screens/audio-test.tsx"),
  route("closed-beta", "routes/screens/closed-beta.tsx"),
  route("pending-approval", "routes/screens/pending-approval.tsx"),
  route("access-denied", "routes/screens/access-denied.tsx"),
  route("invalid-invitation", "routes/screens/invalid-invitation.tsx"),
  route("invitation-required", "routes/screens/invitation-required.tsx"),
  route("i/:code", "routes/screens/invitation.tsx"),
  // A member's page is whatever path of one part no other screen has: it ranks below all of them.
  route(":userId", "routes/screens/person.tsx"),
  route("user/:userId", "routes/screens/person.tsx", { id: "person-by-id" }),
  route(":userId/followers", "routes/screens/followers.tsx"),
  route(":userId/following", "routes/screens/following.tsx"),
  route("*", "routes/screens/not-found.tsx"),
];
