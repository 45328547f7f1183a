import { editPath } from "#app/features/profile/profile.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFollow } from "../hooks/use-follow.ts";
import type { Person } from "../person.ts";
import { FollowForm } from "./follow-form.tsx";
import { PersonHead } from "./person-head.tsx";

/** How the one who looks stands to the person; `visitor` is also an account that is not approved. */
export type Relation = "visitor" | "self" | "following" | "not-following";

interface PersonHeaderProps {
  person: Person;
  relation: Relation;
  /** The public page's whole address. */
  url: string;
}

/** Who this is, and following them. Give it the person's id as its key. */
export function PersonHeader({ person, relation, url }: PersonHeaderProps) {
  const follow = useFollow(person, relation === "following");
  return (
    <PersonHead
      person={{ ...person, followerCount: follow.followerCount }}
      address={{ url, label: "リンクをコピー" }}
    >
      {relation === "self" && (
        <ButtonLink to={editPath} variant="quiet" icon="edit">
          プロフィールを編集
        </ButtonLink>
      )}
      {(relation === "following" || relation === "not-following") && (
        <FollowForm
          wide
          isFollowing={follow.isFollowing}
          onSubmit={(event) => {
            event.preventDefault();
            follow.toggle();
          }}
        />
      )}
    </PersonHead>
  );
}
