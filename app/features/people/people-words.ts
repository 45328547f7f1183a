/** The two lists of people that a member has. */
export type PeopleKind = "followers" | "following";

export const peopleWords: Record<PeopleKind, { title: string; empty: string; emptyHint: string }> = {
  followers: {
    title: "フォロワー",
    empty: "フォロワーはいません",
    emptyHint: "フォローされると、ここに表示されます。",
  },
  following: {
    title: "フォロー中",
    empty: "まだ誰もフォローしていません",
    emptyHint: "フォローすると、ここに表示されます。",
  },
};
