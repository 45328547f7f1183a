import type { ReactNode } from "react";
import type { Person } from "../person.ts";
import { FollowButton, useFollow } from "./follow-button.tsx";
import { PersonHeaderLayout } from "./person-header-layout.tsx";

/** The relation of the viewer to the person; accounts that are not approved are visitors too. */
export type Relation = "visitor" | "self" | "following" | "not-following";

interface PersonHeaderProps {
  person: Person;
  relation: Relation;
  /** The absolute URL of the public page. */
  url: string;
  /** Buttons in place of the follow button for the person themselves. */
  ownActions: ReactNode;
}

/** The header of a public page with the follow button. Needs the person's id as its `key`. */
export function PersonHeader({ person, relation, url, ownActions }: PersonHeaderProps) {
  const follow = useFollow({
    followed: person,
    isFollowing: relation === "following",
    call: (follow) => ({ method: follow ? "POST" : "DELETE", path: `/api/users/${person.id}/follow` }),
    failure: (follow) => ({
      title: "エラー",
      description: follow ? "フォローに失敗しました" : "フォロー解除に失敗しました",
    }),
  });
  return (
    <PersonHeaderLayout
      person={{ ...person, followerCount: follow.followerCount }}
      address={{ url, label: "リンクをコピー" }}
    >
      {relation === "self" && ownActions}
      {(relation === "following" || relation === "not-following") && <FollowButton wide follow={follow} />}
    </PersonHeaderLayout>
  );
}
