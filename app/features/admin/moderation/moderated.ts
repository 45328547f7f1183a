import { neutralName, type ProfilePart, profileParts } from "#app/features/profile/profile-parts.ts";

export interface ModeratedPart {
  part: ProfilePart;
  value: string;
}

/** Omits empty parts and the neutral name. */
export const partsOf = (member: Record<ProfilePart, string | null>): ModeratedPart[] =>
  profileParts.flatMap((part) => {
    const value = member[part];
    return value === null || value === neutralName ? [] : { part, value };
  });

export type ModeratedPlaylist = ReturnType<typeof toModeratedPlaylist>;

export function toModeratedPlaylist(playlist: {
  id: number;
  name: string;
  description: string | null;
  category: string;
  isPublic: boolean;
  takenDownAt: Date | null;
}) {
  const { id, name, description, category, isPublic, takenDownAt } = playlist;
  return {
    id,
    name,
    description,
    categories: category.replaceAll(",", "、"),
    isPublic,
    isTakenDown: takenDownAt !== null,
  };
}
