export const profileParts = ["name", "picture", "customUserId", "xHandle"] as const;

export type ProfilePart = (typeof profileParts)[number];

export const profilePartLabels: Record<ProfilePart, string> = {
  name: "名前",
  picture: "画像",
  customUserId: "ユーザーID",
  xHandle: "Xのユーザー名",
};

/** Replaces a name that was taken out; members choose another. */
export const neutralName = "名前のない会員";
